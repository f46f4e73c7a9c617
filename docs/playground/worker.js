// Compiles off the page's thread, so that typing never waits and a page can stop a compilation that takes too long.

import { explain, load, loadCore } from "./glslsub.js";

// WGSL is in a larger module, which only those wait for who want to see it.
const core = loadCore();
let complete;
const compilerFor = (view) => (view === "wgsl" ? (complete ??= load()) : core);

onmessage = async ({ data: { id, text, options, code } }) => {
  try {
    const answer = async () => (await compilerFor(options.view)).compile(text, options);
    postMessage({ id, result: await (code ? explain(code) : answer()) });
  } catch (error) {
    postMessage({ id, problem: error.message });
  }
};
