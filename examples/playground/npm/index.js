// glslsub as WebAssembly, for browsers, workers and Node.js. index.d.ts documents what is exported.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Compiles shaders. Make one with `load`. */
export class Compiler {
  #module;
  #exports;

  constructor(module) {
    this.#module = module;
    this.#start();
  }

  // Nothing is imported: the module needs neither files nor a clock.
  #start() {
    this.#exports = new WebAssembly.Instance(this.#module, {}).exports;
  }

  compile(text, options = {}) {
    const answer = this.#ask({ ...options, text });
    if (answer.problem !== null) {
      throw new TypeError(answer.problem);
    }
    const { output, messages, diagnostics } = answer;
    return { output, words: output === null ? null : this.#words(), messages, diagnostics };
  }

  #ask(request) {
    const bytes = encoder.encode(JSON.stringify(request));
    const wasm = this.#exports;
    let length;
    try {
      // The memory may grow, and its buffer change, with every call.
      const address = wasm.request(bytes.length);
      new Uint8Array(wasm.memory.buffer, address, bytes.length).set(bytes);
      length = wasm.answer();
    } catch (trap) {
      // What a trap leaves behind is of no use: memory is exhausted, or the compiler has a bug.
      this.#start();
      throw new Error(`the compiler stopped: ${trap.message}`, { cause: trap });
    }
    return JSON.parse(decoder.decode(new Uint8Array(wasm.memory.buffer, wasm.answer_text(), length)));
  }

  #words() {
    const wasm = this.#exports;
    const count = wasm.answer_word_count();
    return count === 0 ? null : new Uint32Array(wasm.memory.buffer, wasm.answer_words(), count).slice();
  }
}

export async function load(source) {
  if (source instanceof WebAssembly.Module) {
    return new Compiler(source);
  }
  return new Compiler(await WebAssembly.compile(source ?? (await bytes(new URL("./glslsub.wasm", import.meta.url)))));
}

export async function loadCore() {
  return load(await bytes(new URL("./glslsub-core.wasm", import.meta.url)));
}

// The explanations of all codes, a section each. Few visitors ask for one, so they are not part of the modules.
let sections;

export async function explain(code) {
  sections ??= bytes(new URL("./diagnostics.md", import.meta.url)).then((it) => {
    const [, ...parts] = decoder.decode(it).split(/^## (GS\d{4})\n\n/m);
    return new Map(parts.flatMap((part, index) => (index % 2 === 0 ? [[part, parts[index + 1]]] : [])));
  });
  let known;
  try {
    known = await sections;
  } catch (problem) {
    // The next one tries again.
    sections = undefined;
    throw problem;
  }
  if (!known.has(code)) {
    throw new TypeError(`there is no code \`${code}\``);
  }
  return known.get(code);
}

async function bytes(url) {
  if (url.protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    return readFile(url);
  }
  const response = await fetch(url);
  if (!response.ok) {
    throw new Error(`cannot load ${url}: ${response.status} ${response.statusText}`);
  }
  return response.arrayBuffer();
}
