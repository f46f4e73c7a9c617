// Compiles off the page's thread, so that typing never waits and a page can stop a compilation that takes too long.

import { explain, load, loadCore } from "./glslsub.js";

// WGSL and assembly are in a larger module, which only those wait for who want one of them.
const core = loadCore();
let complete;
const needsAll = (text, view) => view === "wgsl" || text.trimStart().startsWith("!!");
const compilerFor = (text, view) => (needsAll(text, view) ? (complete ??= load()) : core);

onmessage = async ({ data: { id, text, options, code } }) => {
  try {
    const answer = async () => (await compilerFor(text, options.view)).compile(text, options);
    postMessage({ id, result: await (code ? explain(code) : answer()) });
  } catch (error) {
    postMessage({ id, problem: error.message });
  }
};
