import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PodSpec } from "@reeve/scheduler-models";
import { expect, onTestFinished, test, vi } from "vitest";
import type { InstanceDefinition } from "../definition/instance-definition.ts";
import { isSecretName, type SoftwareSettings, softwareSettings } from "../definition/software-settings.ts";
import type { DeployedConfiguration } from "../instance.ts";
import { openDatabase } from "./database.ts";
import { moveSecretsOut } from "./plain-secrets.ts";
import { CONFIGURATION, split, TEMPLATE } from "./rows.ts";

const escaped = (value: string) => value.replaceAll("&", "&amp;");
const traits = { names: [], isSecret: isSecretName, runsCode: () => false, escape: escaped };
const settings = { engineConfiguration: softwareSettings({}, traits) };
const offer = { engine: { name: "old", kind: "broker", settings }, runtime: { name: "test" } } as const;
const definitionWith = (engineConfiguration: SoftwareSettings) =>
  ({ kind: "broker", engine: "old", engineConfiguration }) as unknown as InstanceDefinition;

/** Moves the secrets of configurations with these settings and templates; the last one is the target. */
function moved(configurations: readonly (readonly [settings: SoftwareSettings, template: string])[]) {
  const state = mkdtempSync(join(tmpdir(), "reeve-plain-"));
  const database = openDatabase(undefined);
  onTestFinished(() => {
    database.close();
    rmSync(state, { recursive: true });
  });
  const log = vi.fn();
  const definitions = configurations.map(([each]) => definitionWith(each));
  for (const [index, [, template]] of configurations.entries()) {
    const task = { name: "node", "config-files": [{ name: "a", "relative-path": "a", "template-content": template }] };
    const podSpecs = [{ type: "broker", count: 1, "task-specs": [task] }] as unknown as readonly PodSpec[];
    const definition = definitions[index] as InstanceDefinition;
    const { kept, templates } = split({ id: `c-${index}`, created: "", definition, podSpecs } as DeployedConfiguration);
    database.write([
      ["instance/kafka", `${CONFIGURATION}${index}`, kept],
      ...[...templates].map(([hash, text]) => ["instance/kafka", TEMPLATE + hash, text] as const),
    ]);
  }
  const target = definitions.at(-1) as InstanceDefinition;
  const record = moveSecretsOut(database, { name: "kafka", definition: target, target: "c" }, offer, { state, log });
  const rows = (prefix: string) => database.entries("instance/kafka", prefix).map(([, value]) => value);
  const file = (name: string) => join(state, "secrets", "kafka", name);
  return { state, record, log, file, templates: rows(TEMPLATE), configurations: rows(CONFIGURATION) };
}

test.each([
  ["a properties file", (value: string) => `x.password=1\nssl.key.password=${value}\nnumber=1`, "s3&ret"],
  ["a site document", (value: string) => `<name>ssl.key.password</name>\n  <value>${value}</value>`, "s3&amp;ret"],
  ["a YAML file", (value: string) => `ssl.key.password: ${value}\n`, '"s3&ret"'],
])("a value in %s becomes a variable, and its file has the value", (_, file, written) => {
  const { record, templates, file: at, log } = moved([[{ "ssl.key.password": "s3&ret", number: 1 }, file(written)]]);
  const reference = { file: at("ssl.key.password") };
  expect(record.definition).toMatchObject({ engineConfiguration: { "ssl.key.password": reference, number: 1 } });
  expect(templates).toEqual([file("{{SECRET_SSL_KEY_PASSWORD}}")]);
  expect(readFileSync(reference.file, "utf8")).toBe("s3&ret");
  expect(JSON.stringify(log.mock.calls)).not.toContain("s3&");
});

test("other text that equals a secret stays, and each value of a setting has a file of its own", () => {
  const { templates, configurations, file } = moved([
    [{ "ssl.key.password": "1" }, "ssl.key.password=1\nnumber=1"],
    [{ "ssl.key.password": "3" }, "ssl.key.password=3\nnumber=3\nmy.ssl.key.password.hint=3"],
  ]);
  expect(templates.toSorted()).toEqual([
    "ssl.key.password={{SECRET_SSL_KEY_PASSWORD}}\nnumber=1",
    "ssl.key.password={{SECRET_SSL_KEY_PASSWORD}}\nnumber=3\nmy.ssl.key.password.hint=3",
  ]);
  expect(configurations).toMatchObject([
    { definition: { engineConfiguration: { "ssl.key.password": { file: file("ssl.key.password.2") } } } },
    { definition: { engineConfiguration: { "ssl.key.password": { file: file("ssl.key.password") } } } },
  ]);
  expect([file("ssl.key.password"), file("ssl.key.password.2")].map((each) => readFileSync(each, "utf8"))).toEqual(["3", "1"]);
});

test("a state without plain secrets stays as it is", () => {
  const { log, record } = moved([[{ "ssl.key.password": { env: "PASSWORD" }, number: 1 }, "number=1"]]);
  expect(record.definition).toEqual(definitionWith({ "ssl.key.password": { env: "PASSWORD" }, number: 1 }));
  expect(log).not.toHaveBeenCalled();
});
