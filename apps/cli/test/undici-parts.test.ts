import { execFile } from "node:child_process";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, inject, test } from "vitest";

/** Uses each part of undici that is in the bundle, and everything that the bundle makes global. */
const using = `
const [file, url] = process.argv.slice(1);
const { default: parts } = require(file);
const used = Object.keys(parts).map((name) => [name, typeof parts[name]]);
used.push(["decompress", typeof parts.interceptors.decompress]);
parts.install();
const form = new FormData();
form.set("file", new File(["records"], "records.txt"));
const sent = new Request(url, { method: "POST", body: form, headers: new Headers({ accept: "text/plain" }) });
const event = () => new Promise((resolve) => {
  const source = new EventSource(url + "/events");
  source.onmessage = ({ data, constructor }) => (source.close(), resolve([data, constructor === MessageEvent]));
});
const refused = () => new Promise((resolve) => {
  new WebSocket(url.replace("http", "ws")).onclose = (closed) => resolve(closed instanceof CloseEvent);
});
(async () => {
  const answer = await fetch(sent);
  const isResponse = answer instanceof Response;
  const [text, events, isClosed] = [await answer.text(), await event(), await refused()];
  const own = globalThis.Response;
  globalThis.Response = undefined;
  const isReplaceable = globalThis.Response === undefined;
  globalThis.Response = own;
  const isError = new ErrorEvent("error", { message: "m" }).message === "m";
  const isPlatforms = process.moduleLoadList.includes("NativeModule internal/deps/undici/undici");
  console.log(JSON.stringify({ used, isResponse, text, events, isClosed, isReplaceable, isError, isPlatforms }));
})();
`;

test("all parts of undici in the bundle work, and Node's own is not loaded", async () => {
  const server = createServer(async (request, response) => {
    if (request.url === "/events") return response.setHeader("content-type", "text/event-stream").end("data: one\n\n");
    let text = "";
    for await (const piece of request) text += piece;
    return response.end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  try {
    const file = join(dirname(inject("program")), "undici.cjs");
    const { stdout } = await promisify(execFile)(process.execPath, ["-e", using, file, `http://127.0.0.1:${port}`]);
    const { used, text, ...rest } = JSON.parse(stdout);
    expect(Object.fromEntries(used)).toEqual({
      Client: "function",
      Pool: "function",
      ProxyAgent: "function",
      buildConnector: "function",
      fetch: "function",
      interceptors: "object",
      decompress: "function",
      install: "function",
    });
    expect(text).toMatch(/name="file"; filename="records\.txt"[\s\S]*records/);
    expect(rest).toEqual({
      isResponse: true,
      events: ["one", true],
      isClosed: true,
      isReplaceable: true,
      isError: true,
      isPlatforms: false,
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
