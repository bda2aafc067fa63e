import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { json, startServer } from "../test/server.ts";

/** Sends a read, a read and a change in a process of its own, and tells after each whether undici was loaded. */
async function loadsOf(url: string, env: Readonly<Record<string, string>> = {}) {
  const program = `
    const from = (file) => import(${JSON.stringify(`${import.meta.dirname}/`)} + file);
    const { createTransport } = await from("transport.ts");
    (await from("platform.ts")).useOneFetch();
    const { cache } = process.getBuiltinModule("node:module").createRequire(import.meta.url);
    const transport = createTransport({ url: ${JSON.stringify(url)} });
    const request = { method: "GET", path: "/service/kafka/v1/topics", query: "" };
    const told = [];
    for (const effect of ["read", "read", "change"]) {
      await transport.send({ request, effect }).catch(({ message }) => told.push(message));
      told.push(Object.keys(cache).some((file) => file.includes("node_modules/undici/")));
    }
    console.log(JSON.stringify(told));
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program], {
    env: { PATH: process.env.PATH, ...env },
  });
  return JSON.parse(stdout);
}

const isUndici8 = Number.parseInt(process.versions.undici ?? "", 10) >= 8;

test("a program with one fetch sends reads by the platform's where that is undici 8, and changes by undici", async () => {
  await using server = await startServer((_, response) => json(response, 200, []));
  expect(await loadsOf(server.url)).toEqual([!isUndici8, !isUndici8, true]);
  expect(server.requests.map(({ headers }) => headers["user-agent"])).toEqual(["reeve", "reeve", "reeve"]);
});

test("where the environment changes what is trusted or the way, undici sends the first read, too", async () => {
  await using server = await startServer((_, response) => json(response, 200, []));
  for (const env of [{ NODE_TLS_REJECT_UNAUTHORIZED: "0" }, { NODE_USE_ENV_PROXY: "1" }, { no_proxy: "x" }]) {
    expect(await loadsOf(server.url, env)).toEqual([true, true, true]);
  }
});

test("a first read that fails is retried by undici, which tells the reason", async () => {
  const refused = "http://127.0.0.1:9 cannot be reached: fetch does not connect to this port";
  expect(await loadsOf("http://127.0.0.1:9")).toEqual([
    expect.stringContaining(refused),
    true,
    expect.stringContaining(refused),
    true,
    expect.stringContaining(refused),
    true,
  ]);
});
