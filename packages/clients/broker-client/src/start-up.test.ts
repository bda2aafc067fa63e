import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

const loaded = `
  const loaded = process.moduleLoadList.filter((name) => /undici|tls|_http_client|crypto\\/webcrypto/.test(name));
  console.log(JSON.stringify(loaded));
`;

function run(source: string): unknown {
  return JSON.parse(execFileSync(process.execPath, ["--input-type=module", "-e", source], { encoding: "utf8" }));
}

test("importing it and making a client loads neither ky nor Node's fetch: the first call does", () => {
  const made = `
    const { createBrokerClient } = await import(${JSON.stringify(join(import.meta.dirname, "index.ts"))});
    createBrokerClient({ url: "https://cluster.example", service: "kafka", token: "t" });
    ${loaded}
  `;
  expect(run(made)).toEqual(run(loaded));
});
