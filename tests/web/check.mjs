// The browser version in a real browser, without any package: Chromium is driven through its debugging pipe.
// Usage: bash web/build.sh && node tests/web/check.mjs [CHROMIUM]
import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import assert from "node:assert/strict";

const root = process.env.WEB ?? new URL("../../web", import.meta.url).pathname;
const types = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };
const server = createServer((request, response) => {
  const name = request.url === "/" ? "/index.html" : new URL(request.url, "http://x").pathname;
  const file = join(root, name);
  if (!existsSync(file)) return response.writeHead(404).end();
  response.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" }).end(readFileSync(file));
}).listen(0, "127.0.0.1");
await new Promise((resolve) => server.once("listening", resolve));
const page = `http://127.0.0.1:${server.address().port}/`;

const folder = mkdtempSync(join(tmpdir(), "web-check-"));
const browser = spawn(process.argv[2] ?? "chromium", [
  "--headless", "--no-sandbox", "--remote-debugging-pipe", `--user-data-dir=${folder}/profile`, "--window-size=1280,800",
  "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-background-networking", "about:blank",
], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });

// Messages are JSON texts that end in a zero byte.
const waiting = new Map();
const said = [];
let number = 0;
let rest = "";
browser.stdio[4].on("data", (bytes) => {
  const parts = (rest + bytes).split("\0");
  rest = parts.pop();
  for (const message of parts.map((part) => JSON.parse(part))) {
    if (message.method === "Runtime.consoleAPICalled") said.push(message.params.args.map((a) => a.value).join(" "));
    if (message.method === "Runtime.exceptionThrown") said.push("exception " + message.params.exceptionDetails.text);
    // The page asks before it is left with unsaved work; this visitor leaves.
    if (message.method === "Page.javascriptDialogOpening") send("Page.handleJavaScriptDialog", { accept: true }).catch(() => {});
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  }
});
const send = (method, params = {}, sessionId = session) => new Promise((resolve, reject) => {
  number += 1;
  waiting.set(number, (answer) => (answer.error ? reject(new Error(`${method}: ${answer.error.message}`)) : resolve(answer.result)));
  browser.stdio[3].write(JSON.stringify({ id: number, method, params, sessionId }) + "\0");
});
let session;
const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const evaluate = async (expression) => {
  const { result, exceptionDetails } = await send("Runtime.evaluate", { expression, returnByValue: true });
  assert.equal(exceptionDetails, undefined, expression);
  return result.value;
};
const mouse = (type, x, y, more = {}) => send("Input.dispatchMouseEvent", { type, x, y, button: "left", buttons: 1, clickCount: 1, ...more });
const key = async (character, code, virtual, modifiers = 0) => {
  const about = { key: character, code, windowsVirtualKeyCode: virtual, modifiers };
  await send("Input.dispatchKeyEvent", { type: "keyDown", ...about, ...(modifiers ? {} : { text: character }) });
  await send("Input.dispatchKeyEvent", { type: "keyUp", ...about });
  await sleep(200);
};
const drag = async (x0, y0, x1, y1) => {
  await mouse("mouseMoved", x0, y0, { buttons: 0 });
  await sleep(100);
  await mouse("mousePressed", x0, y0);
  for (let i = 1; i <= 5; i += 1) {
    await mouse("mouseMoved", x0 + ((x1 - x0) * i) / 5, y0 + ((y1 - y0) * i) / 5);
    await sleep(40);
  }
  await mouse("mouseReleased", x1, y1);
  await sleep(300);
};

const opened = async () => {
  for (let i = 0; i < 100 && !/ – Collidoscope$/.test(await evaluate("document.title")); i += 1) await sleep(200);
  await sleep(1500);
};

try {
  const { targetInfos } = await send("Target.getTargets", {}, undefined);
  const { targetId } = targetInfos.find((target) => target.type === "page");
  session = (await send("Target.attachToTarget", { targetId, flatten: true }, undefined)).sessionId;
  for (const domain of ["Page", "Runtime"]) await send(`${domain}.enable`);
  await send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: folder }, undefined);

  await send("Page.navigate", { url: page });
  await opened();
  assert.match(await evaluate("document.title"), /^Welcome.* – Collidoscope$/, "the welcome scene is open");

  await key("c", "KeyC", 67);
  await drag(150, 550, 175, 550);
  assert.match(await evaluate("document.title"), /^● /, "a drawn circle makes the scene unsaved");
  await sleep(1500);
  const kept = JSON.parse(await evaluate('localStorage.getItem("collidoscope work")'));
  assert.equal(kept.format, "collidoscope-scene", "unsaved work is in the browser's storage");

  await send("Page.reload");
  await sleep(1000);
  await opened();
  const reopened = JSON.parse(await evaluate('localStorage.getItem("collidoscope work") || "null"'));
  assert.ok(reopened === null || reopened.bodies.length === kept.bodies.length, "the work has survived leaving the page");

  await key("s", "KeyS", 83, 2);
  await sleep(1500);
  const saved = readdirSync(folder).find((name) => name.endsWith(".json"));
  assert.ok(saved, "Ctrl+S downloads the scene");
  assert.equal(JSON.parse(readFileSync(join(folder, saved))).bodies.length, kept.bodies.length, "with the drawn circle in it");
  const wrong = said.filter((line) => /exception|panicked|RuntimeError/.test(line));
  assert.deepEqual(wrong, [], "nothing went wrong");
  console.log("the browser version opens, draws, keeps unsaved work and saves");
} finally {
  browser.kill();
  server.close();
  await sleep(300);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
