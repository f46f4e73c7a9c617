// Uses the page in headless Chromium: node page.mjs FOLDER

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { chromium } from "playwright-core";

const folder = process.argv[2];
const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };
const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url, "http://localhost");
  const name = normalize(pathname === "/" ? "/index.html" : pathname);
  try {
    const bytes = await readFile(join(folder, name));
    response.writeHead(200, { "content-type": types[extname(name)] ?? "application/octet-stream" }).end(bytes);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const address = `http://127.0.0.1:${server.address().port}/`;

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
const problems = [];
const open = async (url) => {
  const page = await browser.newPage();
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  await page.goto(url);
  return page;
};
const output = (page, text) => page.locator("#output", { hasText: text }).waitFor({ timeout: 30_000 });

try {
  const page = await open(address);
  // The first shader compiles at once.
  await output(page, "OpGroupNonUniformIAdd");

  // Type, and see the listing.
  const shader = (body) => `#version 450\nlayout(local_size_x = 1) in;\nlayout(binding = 0) buffer B { float x; };\nvoid main() {\n    ${body}\n}\n`;
  await page.fill("#source", shader("x = sqrt(x);"));
  await output(page, "Sqrt");
  assert.match(await page.textContent("#state"), /bytes of SPIR-V; 0 errors/);

  for (const [view, text] of [["wgsl", "sqrt("], ["hir", "sqrt"], ["reflection", "workgroup_size"]]) {
    await page.selectOption("#view", view);
    await output(page, text);
  }
  await page.selectOption("#view", "spirv");

  // A program in assembly.
  await page.fill("#source", "!!NVcp5.0\nGROUP_SIZE 32;\nTEMP R0;\nMOV.U R0, invocation.localid;\nEND\n");
  await output(page, "LocalSize 32 1 1");

  // Make a mistake, and see the message, its place and its explanation.
  await page.fill("#source", shader("x = sqrt(y);"));
  const message = page.locator("#messages summary");
  await message.filter({ hasText: "error[GS0200]: `y` is not declared" }).waitFor();
  await message.first().click();
  await page.locator("#messages .explanation", { hasText: "declared" }).waitFor();
  const selected = () => getSelection().toString() || document.activeElement.value.slice(document.activeElement.selectionStart, document.activeElement.selectionEnd);
  assert.equal(await page.evaluate(selected), "y");
  assert.equal(await page.isDisabled("#download"), true);

  // The address holds the shader: another page shows it.
  await page.fill("#source", shader("x = cos(x); // ümläut"));
  await output(page, "Cos");
  await page.waitForFunction(() => location.hash.length > 1);
  const copy = await open(page.url());
  await output(copy, "Cos");
  assert.match(await copy.inputValue("#source"), /ümläut/);

  // An address that holds none is said to.
  const broken = await open(`${address}#nonsense`);
  await output(broken, "OpGroupNonUniformIAdd");
  assert.deepEqual(problems, []);
  console.log("the page works");
} finally {
  await browser.close();
  server.close();
}
