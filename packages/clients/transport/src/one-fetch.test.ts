import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { json, startServer } from "../test/server.ts";

/** Sends a read and a change in a process of its own, which tells of each `fetch` whether it was loaded and whether it is global. */
async function loadedIn(url: string, start: string) {
  const program = `
    const from = (file) => import(${JSON.stringify(`${import.meta.dirname}/`)} + file);
    const { createTransport } = await from("transport.ts");
    const { fetch: platforms } = globalThis;
    const { useOneFetch } = await from("platform.ts");
    ${start}
    const { cache } = process.getBuiltinModule("node:module").createRequire(import.meta.url);
    const request = { method: "GET", path: "/service/kafka/v1/topics", query: "" };
    for (const effect of ["read", "change"]) await createTransport({ url: ${JSON.stringify(url)} }).send({ request, effect });
    console.log(
      JSON.stringify({
        isUndiciLoaded: Object.keys(cache).some((file) => file.includes("node_modules/undici/")),
        isPlatformsLoaded: process.moduleLoadList.includes("NativeModule internal/deps/undici/undici"),
        isReplaced: globalThis.fetch !== platforms,
      }),
    );
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program], {
    env: { PATH: process.env.PATH },
  });
  return JSON.parse(stdout);
}

test("in a program with one fetch, undici becomes the process's, and the platform's is never loaded", async () => {
  await using server = await startServer((_, response) => json(response, 200, []));
  expect(await loadedIn(server.url, "useOneFetch();")).toEqual({ isUndiciLoaded: true, isPlatformsLoaded: false, isReplaced: true });
  expect(server.requests.map(({ headers }) => headers["user-agent"])).toEqual(["reeve", "reeve"]);
});

test("in other programs, the fetch of the process stays", async () => {
  await using server = await startServer((_, response) => json(response, 200, []));
  expect(await loadedIn(server.url, "")).toEqual({ isUndiciLoaded: true, isPlatformsLoaded: true, isReplaced: false });
});
