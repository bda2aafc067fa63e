import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

test("a program survives a server that closes the connection while a body waits for its reader", async () => {
  const from = (file: string) => JSON.stringify(join(import.meta.dirname, file));
  const program = `
    const { createTransport } = await import(${from("index.ts")});
    const { callClosingServer } = await import(${from("../test/closing-server.ts")});
    const request = { method: "GET", path: "/service/kafka/v1/topics", query: "" };
    const endings = await callClosingServer(80, (url) => {
      const transport = createTransport({ url, retries: 0 });
      return async () => (await transport.send({ request, effect: "read" })).body;
    });
    console.log(JSON.stringify(endings));
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program]);
  const { whole, failed, other } = JSON.parse(stdout);
  expect([whole + failed, other]).toEqual([80, []]);
  // What a server sends whole, and announces by closing, is read whole.
  expect(whole).toBeGreaterThanOrEqual(20);
});
