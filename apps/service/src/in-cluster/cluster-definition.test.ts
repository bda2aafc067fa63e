import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isReeveError } from "@reeve/contract";
import { makeCertificates } from "@reeve/testing/certificates";
import { expect, onTestFinished, test } from "vitest";
import { readDefinitionText } from "../definition/read-definition.ts";
import { offersWith } from "../engines/open-engines.ts";
import { keepInMemory } from "../state/state-folder.ts";
import { createAuthority } from "../tls/authority.ts";
import { CA_KEY_FILE } from "../tls/names.ts";
import { clusterDefinition } from "./cluster-definition.ts";

const TOKEN = "0123456789abcdef";
const KAFKA = "services:\n  kafka: { kind: broker, engine: kafka, runtime: { name: kubernetes, image: kafka } }\n";

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "reeve-definition-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content, { mode: 0o600 });
  return folder;
}

async function prepare(text: string, nodeImages: readonly string[] = [], files: Readonly<Record<string, string>> = {}) {
  const options = { folder: folderWith(files), runtime: "kubernetes", nodeImages, filesAt: "/etc/files" };
  const prepared = await clusterDefinition(text, "cluster.yaml", options);
  // The service, which knows all engines, must accept the text.
  const { definition } = await readDefinitionText(prepared.text, "definition.yaml", { offers: await offersWith() });
  return { ...prepared, definition };
}

async function refused(...given: Parameters<typeof prepare>): Promise<string> {
  const error = await prepare(...given).catch((thrown: unknown) => thrown);
  if (!isReeveError(error, "bad-input")) throw new Error(`not refused: ${JSON.stringify(error)}`);
  return error.message;
}

test("a complete definition stays as it is, to the letter", async () => {
  const text = `# mine\n${KAFKA}retention: {   plans: 3 }\n`;
  const { text: prepared, files, settled, login, trust } = await prepare(text);
  expect({ prepared, files, settled }).toEqual({ prepared: text, files: {}, settled: "" });
  expect([login, trust]).toEqual([{ by: "generated-token" }, { tls: "none" }]);
});

test("an instance without a runtime gets one with the image of its engine, and comments stay", async () => {
  const text = `# all of it
services:
  # the first
  kafka:
    kind: broker
    engine: kafka
  hdfs: { kind: file-system, engine: hdfs, runtime: { name: kubernetes, image: own } }
`;
  const { text: prepared, definition } = await prepare(text, ["kafka=example.com/kafka:4", "hdfs=example.com/hdfs:3"]);
  expect(prepared).toBe(`# all of it
services:
  # the first
  kafka:
    kind: broker
    engine: kafka
    runtime: { name: kubernetes, image: example.com/kafka:4 }
  hdfs: { kind: file-system, engine: hdfs, runtime: { name: kubernetes, image: own } }
`);
  expect(definition.services.hdfs?.runtime).toMatchObject({ image: "own" });
});

test("JSON remains JSON, and a part that is repeated with an alias is filled in once", async () => {
  const json = await prepare('{"services":{"k":{"kind":"broker","engine":"kafka"}}}', ["kafka=example.com/kafka:4"]);
  expect(JSON.parse(json.text).services.k.runtime).toEqual({ name: "kubernetes", image: "example.com/kafka:4" });
  const { definition } = await prepare("services: { a: &a { kind: broker, engine: kafka }, b: *a }", ["kafka=one:4"]);
  expect([definition.services.a, definition.services.b].map((each) => each?.runtime)).toMatchObject([
    { image: "one:4" },
    { image: "one:4" },
  ]);
});

test.each([
  [
    "services: { k: { kind: broker, engine: kafka } }",
    [],
    "cluster.yaml: k names no image for its nodes: give --node-image kafka=REF, or add runtime: { name: kubernetes, image: REF } to k",
  ],
  [
    "services: { k: { kind: broker, engine: kafka } }",
    ["hdfs=example.com/hdfs:3"],
    "k names no image for its nodes: give --node-image kafka=REF",
  ],
  [
    "services: { k: { kind: broker } }",
    ["kafka=one"],
    "cluster.yaml: k has the engine simulated, which does not run on kubernetes: set engine: kafka",
  ],
  [
    "services: { k: { kind: broker, engine: simulated, runtime: { name: kubernetes, image: one } } }",
    [],
    "k has the engine simulated, which does not run on kubernetes",
  ],
  [
    "services: { k: { kind: broker, engine: kafka, runtime: local } }",
    ["kafka=one"],
    "cluster.yaml: k runs on local; in a cluster each instance needs runtime: { name: kubernetes, … }",
  ],
  [
    "services: { k: { kind: broker, engine: kafka, runtime: kubernetes } }",
    ["kafka=one"],
    "the runtime kubernetes needs more settings: { name: kubernetes, image: … }",
  ],
  ["edition: open", [], "cluster.yaml names no services"],
  [KAFKA, ["example.com/kafka:4"], "--node-image example.com/kafka:4: expected ENGINE=REF with one of the engines"],
  [KAFKA, ["kafka="], "--node-image kafka=: expected ENGINE=REF"],
  [KAFKA, ["simulated=one"], "--node-image simulated=one: there is no engine simulated for kubernetes; available: cassandra, hdfs, kafka"],
])("a definition that cannot run in a cluster is refused: %j %j", async (text, images, reason) => {
  expect(await refused(text, images)).toContain(reason);
});

test("tokens become a file of the cluster, and the first of them logs in", async () => {
  const text = `tokens: { file: ./mine.txt }\n${KAFKA}`;
  const { definition, files, settled, login } = await prepare(text, [], { "mine.txt": `# ours\n${TOKEN}\n` });
  expect(definition.tokens.file).toBe("/etc/files/tokens.file");
  expect(files).toEqual({ "tokens.file": `# ours\n${TOKEN}\n` });
  expect(login).toEqual({ by: "token", token: TOKEN });
  expect(settled).toBe('[["tokens",{"file":"/etc/files/tokens.file"}]]');
});

test("the files of accounts are copied, and an account with a password logs in", async () => {
  const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const key = publicKey.export({ type: "spki", format: "pem" }).toString();
  const accounts = "[{ uid: ci, publicKeyFile: ci.pem }, { uid: ops, passwordFile: ops.txt }]";
  const text = `edition: enterprise\nserviceAccounts: ${accounts}\n${KAFKA}`;
  const { definition, files, login } = await prepare(text, [], { "ci.pem": key, "ops.txt": "secret\n" });
  expect(definition.serviceAccounts).toEqual([
    { uid: "ci", publicKeyFile: "/etc/files/serviceAccounts.0.publicKeyFile" },
    { uid: "ops", passwordFile: "/etc/files/serviceAccounts.1.passwordFile" },
  ]);
  expect(files).toEqual({ "serviceAccounts.0.publicKeyFile": key, "serviceAccounts.1.passwordFile": "secret\n" });
  expect(login).toEqual({ by: "password", uid: "ops", password: "secret" });
  const keyOnly = `edition: enterprise\nserviceAccounts: [{ uid: ci, publicKeyFile: ci.pem }]\n${KAFKA}`;
  expect((await prepare(keyOnly, [], { "ci.pem": key })).login).toEqual({ by: "own-key", uid: "ci" });
  expect((await prepare(`edition: enterprise\n${KAFKA}`)).login).toEqual({
    by: "generated-key",
    uid: "reeve",
    file: "service-account.pem",
  });
});

test("a certificate is copied with its key, and is trusted by the name of this machine that it covers", async () => {
  const { ca, cert, key } = await makeCertificates("localhost");
  const pems = { "ca.pem": ca, "cert.pem": cert, "key.pem": key };
  const text = `tls: { certFile: cert.pem, keyFile: key.pem, caFile: ca.pem }\n${KAFKA}`;
  const { definition, files, trust } = await prepare(text, [], pems);
  expect(definition.tls).toEqual({
    certFile: "/etc/files/tls.certFile",
    keyFile: "/etc/files/tls.keyFile",
    caFile: "/etc/files/tls.caFile",
  });
  expect(files).toEqual({ "tls.certFile": cert, "tls.keyFile": key, "tls.caFile": ca });
  expect(trust).toEqual({
    tls: "given",
    host: "localhost",
    names: "localhost",
    caFile: expect.stringMatching(/\/ca\.pem$/),
  });
  const other = await makeCertificates("reeve.example.com");
  const publicAuthority = `tls: { certFile: cert.pem, keyFile: key.pem }\n${KAFKA}`;
  const elsewhere = await prepare(publicAuthority, [], { "cert.pem": other.cert, "key.pem": other.key });
  expect(elsewhere.trust).toEqual({ tls: "given", names: "reeve.example.com" });
  expect((await prepare(`tls: true\n${KAFKA}`)).trust).toEqual({ tls: "own", file: "ca.crt" });
});

test("a certificate that has signed itself is its own authority", async () => {
  const keep = keepInMemory();
  const cert = await createAuthority(keep, Date.now).certificate();
  const pems = { "cert.pem": cert, "key.pem": keep.read(CA_KEY_FILE) ?? "" };
  const { trust } = await prepare(`tls: { certFile: cert.pem, keyFile: key.pem }\n${KAFKA}`, [], pems);
  expect(trust).toMatchObject({ tls: "given", caFile: expect.stringMatching(/\/cert\.pem$/) });
});

test.each([
  ["tokens: { file: none.txt }", "none.txt cannot be read"],
  ["tokens: { file: short.txt }", "a token must have at least 16 characters"],
  ["serviceAccounts: [{ uid: ci, passwordFile: short.txt }]", "only the enterprise edition has them"],
  ["edition: enterprise\ntokens: { file: short.txt }", "belongs to the open edition"],
  ["edition: enterprise\nserviceAccounts: [{ uid: ci, publicKeyFile: short.txt }]", "is not an RSA public key in PEM"],
  ["tls: { certFile: none.pem, keyFile: none.pem }", "tls.certFile"],
  ["tls: { certFile: short.txt, keyFile: short.txt }", "the certificate and the key cannot be used together"],
])("a file that the service could not use is refused before the installation: %j", async (fields, reason) => {
  expect(await refused(`${fields}\n${KAFKA}`, [], { "short.txt": "short\n" })).toContain(reason);
});
