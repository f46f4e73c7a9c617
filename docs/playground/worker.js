// Compiles off the page's thread, so that typing never waits and a page can stop a compilation that takes too long.

import { load, loadCore } from "./glslsub.js";

// WGSL is in a larger module, which only those wait for who want to see it.
const core = loadCore();
let complete;
const compilerFor = (view) => (view === "wgsl" ? (complete ??= load()) : core);

onmessage = async ({ data: { id, text, options, explain } }) => {
  try {
    const compiler = await compilerFor(options?.view);
    const result = explain ? { explanation: compiler.explain(explain) } : compiler.compile(text, options);
    postMessage({ id, result });
  } catch (error) {
    postMessage({ id, problem: error.message });
  }
};
