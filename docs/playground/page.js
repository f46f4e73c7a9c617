// The page: compiles as one types, and keeps the shader and the settings in the address. Nothing leaves the browser.

const TIME_LIMIT = 10_000; // milliseconds of one compilation
const PAUSE = 120; // milliseconds without a key before compiling

const FIRST_SHADER = `#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require

layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer Values { uint values[]; };
layout(binding = 1) buffer Sums { uint sums[]; };

void main() {
    uint sum = subgroupAdd(values[gl_GlobalInvocationID.x]);
    if (subgroupElect()) {
        sums[gl_WorkGroupID.x * gl_NumSubgroups + gl_SubgroupID] = sum;
    }
}
`;

const element = (id) => document.getElementById(id);
const source = element("source");
const settings = ["stage", "target", "view", "optimize", "debug"].map(element);
const value = (control) => (control.type === "checkbox" ? control.checked : control.value);

let worker;
const waiting = new Map();
let lastId = 0;

function startWorker() {
  worker = new Worker("worker.js", { type: "module" });
  worker.onmessage = ({ data }) => {
    waiting.get(data.id)?.(data);
    waiting.delete(data.id);
  };
  worker.onerror = (event) => show({ problem: event.message || "the compiler could not be loaded" });
}

function ask(request) {
  const id = ++lastId;
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      worker.terminate();
      const abandoned = [...waiting.values()];
      waiting.clear();
      startWorker();
      for (const answer of abandoned) {
        answer({ problem: `stopped after ${TIME_LIMIT / 1000} s` });
      }
    }, TIME_LIMIT);
    waiting.set(id, (data) => {
      clearTimeout(timer);
      resolve(data);
    });
    worker.postMessage({ id, ...request });
  });
}

let words = null;
let newest = 0;

async function compile() {
  const mine = ++newest;
  const { stage, ...options } = Object.fromEntries(settings.map((control) => [control.id, value(control)]));
  const answer = await ask({ text: source.value, options: { ...options, name: `shader.${stage}` } });
  if (mine === newest) {
    show(answer);
  }
}

function show({ result, problem }) {
  const { output, messages, diagnostics } = result ?? { output: null, messages: problem, diagnostics: [] };
  words = result?.words ?? null;
  element("download").disabled = words === null;
  if (output !== null) {
    element("output").textContent = output;
  }
  element("output").classList.toggle("stale", output === null);
  element("messages").replaceChildren(...(diagnostics.length > 0 ? diagnostics.map(entry) : problem ? [problem] : []));
  const count = (level) => diagnostics.filter((it) => it.level === level).length;
  element("state").textContent = result
    ? `${output === null ? "not compiled" : words ? `${words.length * 4} bytes of SPIR-V` : "compiled"}; ` +
      `${count("error")} errors, ${count("warning")} warnings`
    : messages;
}

/** A message, which opens to its text with source lines and the explanation of its code. */
function entry(diagnostic) {
  const details = document.createElement("details");
  const summary = document.createElement("summary");
  const place = diagnostic.spans.find((it) => it.is_primary) ?? diagnostic.spans[0];
  const code = diagnostic.code?.code;
  summary.className = diagnostic.level;
  summary.textContent =
    `${place ? `${place.line_start}:${place.column_start} ` : ""}${diagnostic.level}` +
    `${code ? `[${code}]` : ""}: ${diagnostic.message}`;
  summary.addEventListener("click", () => place && select(place));
  const text = document.createElement("pre");
  text.textContent = diagnostic.rendered ?? "";
  const explanation = document.createElement("div");
  explanation.className = "explanation";
  details.append(summary, text, explanation);
  details.addEventListener("toggle", async () => {
    if (details.open && code && !explanation.textContent) {
      const { result, problem } = await ask({ code });
      explanation.textContent = result ?? problem;
    }
  });
  return details;
}

/** Selects a place in the source. Columns count characters, as code points. */
function select(place) {
  const lines = source.value.split("\n");
  const offset = (line, column) =>
    lines.slice(0, line - 1).reduce((sum, it) => sum + it.length + 1, 0) +
    [...(lines[line - 1] ?? "")].slice(0, column - 1).join("").length;
  source.focus();
  source.setSelectionRange(offset(place.line_start, place.column_start), offset(place.line_end, place.column_end));
}

// The address holds the state as deflated JSON in base64url: `#` is never sent to a server.

async function through(stream, bytes) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

async function write() {
  const state = Object.fromEntries([source, ...settings].map((control) => [control.id, value(control)]));
  const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(JSON.stringify(state)));
  const text = btoa(Array.from(bytes, (it) => String.fromCharCode(it)).join(""));
  history.replaceState(null, "", "#" + text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", ""));
}

async function read() {
  const text = atob(location.hash.slice(1).replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = await through(new DecompressionStream("deflate-raw"), Uint8Array.from(text, (it) => it.charCodeAt(0)));
  const state = JSON.parse(new TextDecoder().decode(bytes));
  for (const control of [source, ...settings]) {
    if (control.type === "checkbox") {
      control.checked = state[control.id] === true;
    } else if (typeof state[control.id] === "string") {
      control.value = state[control.id];
    }
  }
}

let timer;
function changed() {
  clearTimeout(timer);
  timer = setTimeout(() => {
    write();
    compile();
  }, PAUSE);
}

async function begin() {
  source.value = FIRST_SHADER;
  if (location.hash.length > 1) {
    await read().catch(() => show({ problem: "the address does not hold a shader" }));
  }
  compile();
}

startWorker();
source.addEventListener("input", changed);
settings.forEach((control) => control.addEventListener("change", changed));
addEventListener("hashchange", begin);
source.addEventListener("keydown", (event) => {
  // Escape gives the Tab key back to those who move with it.
  if (event.key === "Escape") {
    element("view").focus();
  } else if (event.key === "Tab" && !event.shiftKey) {
    event.preventDefault();
    document.execCommand("insertText", false, "    ");
  }
});
element("link").addEventListener("click", async () => {
  await write();
  await navigator.clipboard.writeText(location.href);
});
element("download").addEventListener("click", () => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([words], { type: "application/octet-stream" }));
  link.download = `shader.${element("stage").value}.spv`;
  link.click();
  URL.revokeObjectURL(link.href);
});
begin();
