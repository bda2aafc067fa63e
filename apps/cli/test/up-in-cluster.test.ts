import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeHome, reeveProcess } from "./command-line.ts";

const kafka = "services:\n  kafka: { kind: broker, engine: kafka, runtime: { name: kubernetes, image: kafka } }\n";
const command = "up --runtime kubernetes --print manifests --namespace brokers --image reeve --definition cluster.yaml";

test.each([
  ["tls: true\n", "does not support tls yet; the API server encrypts"],
  ["tokens: { file: tokens.txt }\n", "does not copy files of tokens or service accounts"],
  [
    "edition: enterprise\nserviceAccounts: [{ uid: ci, passwordFile: ci.txt }]\n",
    "does not copy files of tokens or service accounts",
  ],
])("what an installation does not support is refused before anything is created: %j", async (more, reason) => {
  using home = makeHome();
  writeFileSync(join(home.folder, "cluster.yaml"), more + kafka);
  for (const file of ["tokens.txt", "ci.txt"])
    writeFileSync(join(home.folder, file), "0123456789abcdef0123456789abcdef\n");
  const { code, out, err } = await reeveProcess(home, command);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toContain(reason);
});

test("the objects of an installation are printed for kubectl", async () => {
  using home = makeHome();
  writeFileSync(join(home.folder, "cluster.yaml"), kafka);
  const { code, out } = await reeveProcess(home, command);
  expect(code).toBe(0);
  expect(out.match(/^kind: .*$/gm)).toContain("kind: StatefulSet");
  const tls = await reeveProcess(home, `${command} --tls`);
  expect(tls).toMatchObject({
    code: 2,
    err: expect.stringContaining("--tls applies only to a service on this machine"),
  });
});
