import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startReeve } from "../src/index.ts";
import { ask } from "./running.ts";

const hdfs = { kind: "file-system", pace: 0 } as const;
const kafka = { kind: "broker", pace: 0 } as const;

async function started(services: object, secret = "correct horse battery staple") {
  const folder = mkdtempSync(join(tmpdir(), "reeve-settings-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [definitionFile, secretFile, state] = ["cluster.json", "secret.txt", "state"].map((name) => join(folder, name));
  writeFileSync(secretFile ?? "", `${secret}\n`, { mode: 0o600 });
  const write = (content: object) => writeFileSync(definitionFile ?? "", JSON.stringify({ services: content }));
  write(services);
  const logged: string[] = [];
  const options = { definitionFile, state, log: (line: string) => void logged.push(line), listen: false } as const;
  const reeve = await startReeve(undefined, options as never);
  onTestFinished(() => reeve.close());
  return { reeve, folder, secretFile: secretFile ?? "", state: state ?? "", logged, write };
}

type Started = Awaited<ReturnType<typeof started>>;
const deploy = ({ reeve }: Pick<Started, "reeve">, services: object, query = "") =>
  ask(reeve, `POST /reeve/v1/deploy${query}`, { json: { services } });

test("a command or a class that comes over HTTP is refused, is not run, and is in the audit log", async () => {
  const service = await started({ hdfs, kafka });
  const mark = join(service.folder, "mark");
  const before = await ask(service.reeve, "GET /reeve/v1/definition");
  for (const services of [
    { kafka, hdfs: { ...hdfs, settings: { HA_FENCING_METHODS: `shell(touch ${mark})` } } },
    { hdfs, kafka: { ...kafka, engineConfiguration: { "metric.reporters": "com.example.Reporter" } } },
    { hdfs, kafka: { ...kafka, engineConfiguration: { "authorizer.class.name": "a.b.C" } } },
    { hdfs, kafka: { ...kafka, engineConfiguration: { "super.users": "com.example.any.Loader" } } },
  ]) {
    for (const query of ["", "?dry-run"]) {
      const { status, text } = await deploy(service, services, query);
      expect(status, text).toBe(403);
      expect(text).toContain("can only be changed in a definition file on the service's machine");
    }
  }
  expect((await ask(service.reeve, "GET /reeve/v1/definition")).text).toBe(before.text);
  expect(existsSync(mark)).toBe(false);
  const audit = (await ask(service.reeve, "GET /reeve/v1/audit")).text;
  expect(audit).toMatch(/"what":"deploy","status":403,"detail":"[^"]*a setting that can run code/);
});

test("what the operator's file has set may stay in a deployment over HTTP, but not change or go", async () => {
  const fencing = { ...hdfs, settings: { HA_FENCING_METHODS: "shell(/bin/true)\nsshfence" } };
  const service = await started({ hdfs: fencing });
  expect((await deploy(service, { hdfs: { ...fencing, pods: { data: { count: 4 } } } })).status).toBe(200);
  expect((await deploy(service, { hdfs: { ...fencing, settings: {} } })).status).toBe(403);
  service.write({ hdfs: { ...hdfs, pods: { data: { count: 4 } } } });
  await service.reeve.reload();
  expect(service.reeve.refused).toBeUndefined();
  expect((await ask(service.reeve, "GET /reeve/v1/definition")).text).not.toContain("shell(");
  const audit = (await ask(service.reeve, "GET /reeve/v1/audit")).text;
  expect(audit).toContain('"guarded":["hdfs: settings.HA_FENCING_METHODS"]');
});

test("a secret in plain text is refused without being repeated", async () => {
  const service = await started({ kafka });
  const plain = { kafka: { ...kafka, engineConfiguration: { "ssl.key.password": "hunter2" } } };
  const { status, text } = await deploy(service, plain);
  expect([status, text.includes("hunter2")]).toEqual([400, false]);
  expect(text).toContain("is a secret, so a definition contains only a reference to it: { file: PATH }");
  service.write(plain);
  await service.reeve.reload();
  expect(service.reeve.refused).toContain("is a secret");
  expect(service.reeve.refused).not.toContain("hunter2");
  expect(service.logged.join("\n")).not.toContain("hunter2");
});

test("a secret is shown as its reference and stored nowhere, and a changed one is rolled out by the next deployment", async () => {
  const secret = "correct horse battery staple";
  const settings = { "ssl.keystore.password": { file: "secret.txt" } };
  const service = await started({ kafka: { ...kafka, engineConfiguration: settings }, other: kafka }, secret);
  const { reeve, secretFile, state } = service;
  const target = async () => (await ask(reeve, "GET /service/kafka/v1/configurations/target")).text;
  const shown = await ask(reeve, "GET /reeve/v1/definition");
  expect(shown.text).toContain(JSON.stringify({ file: secretFile }));
  expect(await target()).toContain(JSON.stringify({ file: secretFile }));
  const [first] = (await ask(reeve, "GET /service/kafka/v1/configurations")).body as string[];
  for (const path of ["/reeve/v1/definition", "/reeve/v1/services", "/reeve/v1/audit", `/service/kafka/v1/configurations/${first}`]) {
    expect((await ask(reeve, `GET ${path}`)).text, path).not.toContain(secret);
  }
  const again = await ask(reeve, "POST /reeve/v1/deploy", { json: shown.body });
  expect(again.text).not.toContain('"changed"');
  writeFileSync(secretFile, "another secret");
  const only = await ask(reeve, "POST /reeve/v1/deploy?only=other", { json: shown.body });
  expect(only.text).not.toContain('"changed"');
  const changed = await ask(reeve, "POST /reeve/v1/deploy", { json: shown.body });
  expect(changed.text).toContain('"instance":"kafka","change":"changed"');
  for (const file of filesIn(state)) {
    const content = readFileSync(file);
    expect([file, content.includes(secret), content.includes("another secret")]).toEqual([file, false, false]);
  }
  expect(service.logged.join("\n")).not.toContain(secret);
});

test.each([
  [{ file: "missing.txt" }, "cannot be read"],
  [{ env: "REEVE_NO_SUCH_VARIABLE" }, "the service has no environment variable REEVE_NO_SUCH_VARIABLE"],
  [{ secret: "keys", key: "password" }, "the runtime has no secrets of its own"],
])("a reference that leads nowhere is refused: %j", async (reference, reason) => {
  const service = await started({ kafka });
  const services = { kafka: { ...kafka, engineConfiguration: { "ssl.key.password": reference } } };
  await expect(service.reeve.deploy({ services } as never)).rejects.toThrow(reason);
  expect((await deploy(service, services)).status).toBe(403);
});

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}
