// Uses the npm package in Node.js.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { explain, load, loadCore } from "glslsub";

const SUM = `#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_GOOGLE_include_directive : require
#include "size.glsl"
layout(local_size_x = SIZE) in;
layout(binding = 0) buffer Data { uint values[]; };
void main() {
    values[0] = subgroupAdd(values[gl_GlobalInvocationID.x]) + EXTRA;
}
`;
const options = { name: "sum.comp", files: { "size.glsl": "#define SIZE 64\n" }, defines: { EXTRA: "1u" }, lints: false };

const compiler = await load();
const { words, output, messages, diagnostics } = compiler.compile(SUM, options);
assert.equal(messages, "");
assert.deepEqual(diagnostics, []);
assert.equal(words[0], 0x07230203);
assert.match(output, /OpGroupNonUniformIAdd/);
assert.match(output, /LocalSize 64 1 1/);

// The same bytes twice, and by a second compiler from the same bytes.
assert.deepEqual(compiler.compile(SUM, options).words, words);
const bytes = await readFile(new URL(import.meta.resolve("glslsub/glslsub.wasm")));
assert.deepEqual((await load(bytes)).compile(SUM, options).words, words);

for (const [view, expected] of [
  ["wgsl", /subgroupAdd/],
  ["hir", /subgroupAdd/],
  ["reflection", /"workgroup_size": \[64, 1, 1\]/],
]) {
  assert.match(compiler.compile(SUM, { ...options, view }).output, expected);
}
assert.match(compiler.compile(SUM, { ...options, debug: true }).output, /DebugInfo/);
assert.equal(compiler.compile("#version 450\nvoid main() { gl_Position = vec4(1); }", { stage: "vert", name: "a" }).messages, "");

const wrong = compiler.compile("#version 450\nvoid main() {\n    int a = one;\n}\n");
assert.equal(wrong.output, null);
assert.equal(wrong.words, null);
assert.equal(wrong.diagnostics[0].code.code, "GS0200");
assert.equal(wrong.diagnostics[0].spans[0].line_start, 3);
assert.match(wrong.messages, /int a = one;/);
const explanation = await explain("GS0200");
assert.match(explanation, /declared/);
assert.doesNotMatch(explanation, /^## GS/m);
await assert.rejects(explain("GS9999"), /GS9999/);
assert.throws(() => compiler.compile("", { veiw: "hir" }), /veiw/);
assert.throws(() => compiler.compile("", { target: "vulkan9" }), /vulkan9/);

// Depth ends in an error, not in a trap.
const deep = `#version 450\nvoid main() { int a = ${"(".repeat(100000)}1${")".repeat(100000)}; }`;
assert.equal(compiler.compile(deep).output, null);
assert.equal(compiler.compile(SUM, options).messages, "");

// Without WGSL and assembly, everything else is the same.
const PROGRAM = "!!NVcp5.0\nGROUP_SIZE 32;\nTEMP R0;\nMOV.U R0, invocation.localid;\nEND\n";
assert.match(compiler.compile(PROGRAM).output, /LocalSize 32 1 1/);
const core = await loadCore();
assert.deepEqual(core.compile(SUM, options), compiler.compile(SUM, options));
assert.throws(() => core.compile(SUM, { ...options, view: "wgsl" }), /no WGSL/);
assert.throws(() => core.compile(PROGRAM), /no front end for assembly/);

// Many shaders do not fill the memory.
for (let i = 0; i < 300; i++) {
  compiler.compile(SUM.replace("+ EXTRA", `+ ${i}u`), options);
}
console.log("the package works");
