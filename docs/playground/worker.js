// Compiles off the page's thread, so that typing never waits and a page can stop a compilation that takes too long.

import { load } from "./glslsub.js";

const loading = load();

onmessage = async ({ data: { id, text, options, explain } }) => {
  try {
    const compiler = await loading;
    const result = explain ? { explanation: compiler.explain(explain) } : compiler.compile(text, options);
    postMessage({ id, result });
  } catch (error) {
    postMessage({ id, problem: error.message });
  }
};
