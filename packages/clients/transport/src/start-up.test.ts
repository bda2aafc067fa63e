import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

test("importing it loads neither ky nor Node's fetch nor anything for logins: the first call does", () => {
  const program = `
    const { createTransport } = await import(${JSON.stringify(join(import.meta.dirname, "index.ts"))});
    createTransport({ url: "https://cluster.example" });
    const loaded = process.moduleLoadList.filter((name) => /undici|tls|_http_client|crypto\\/webcrypto/.test(name));
    console.log(JSON.stringify(loaded));
  `;
  const before = `
    const loaded = process.moduleLoadList.filter((name) => /undici|tls|_http_client|crypto\\/webcrypto/.test(name));
    console.log(JSON.stringify(loaded));
  `;
  const run = (source: string) => JSON.parse(execFileSync(process.execPath, ["--input-type=module", "-e", source], { encoding: "utf8" }));
  expect(run(program)).toEqual(run(before));
});
