import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { type Reeve, startReeve } from "../src/index.ts";
import { ask, temporaryFolder, until } from "./running.ts";

const PLAIN = "correct horse (battery) \\staple";
const WRITTEN = "ssl.keystore.password={{SECRET_SSL_KEYSTORE_PASSWORD}}";

/** Makes a state as versions without references left it: with the secret in the definitions and the templates. */
async function oldState(folder: string): Promise<string> {
  const state = join(folder, "state");
  const file = join(folder, "password");
  writeFileSync(file, `${PLAIN}\n`);
  const engineConfiguration = { "ssl.keystore.password": { file }, "log.retention.hours": 3 };
  const reeve = await startReeve({ services: { kafka: { kind: "broker", pace: 0, engineConfiguration } } }, { state });
  await until(reeve, "kafka", "deploy", ({ status }) => status === "COMPLETE");
  await reeve.close();
  using database = new DatabaseSync(join(state, "orchestrator", "reeve.sqlite"));
  const put = database.prepare("UPDATE entry SET value = ? WHERE owner = ? AND key = ?");
  let count = 0;
  for (const { owner, key, value } of database.prepare("SELECT owner, key, value FROM entry").all()) {
    const plain = JSON.stringify(PLAIN);
    const old = String(value)
      .replaceAll(JSON.stringify({ file }), plain)
      .replaceAll(WRITTEN, `ssl.keystore.password=${plain.slice(1, -1)}`)
      .replaceAll(/,?"SECRETS_DIGEST":"[^"]*"/g, "");
    count += Number(old !== value);
    put.run(old, String(owner), String(key));
  }
  expect(count).toBeGreaterThanOrEqual(3);
  return state;
}

/** The files below a folder that contain a text, also as JSON. */
function holding(folder: string, text: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => {
      const content = readFileSync(path);
      return content.includes(text) || content.includes(JSON.stringify(text).slice(1, -1));
    });
}

const shown = async (reeve: Reeve) =>
  (
    await Promise.all(
      ["/reeve/v1/definition", "/service/kafka/v1/configurations/target", "/reeve/v1/logs", "/reeve/v1/audit"].map(
        async (path) => (await ask(reeve, `GET ${path}`)).text,
      ),
    )
  ).join("\n");

test("secrets that an older state holds in plain text are moved to private files, and the nodes notice nothing", async () => {
  using folder = temporaryFolder();
  const state = await oldState(folder.path);
  expect(holding(state, PLAIN)).not.toEqual([]);
  const file = join(state, "orchestrator", "secrets", "kafka", "ssl.keystore.password");
  const logged: { readonly event: string }[] = [];
  const log = (line: string) => void logged.push(JSON.parse(line));
  const nodes = async (reeve: Reeve) => (await ask(reeve, "GET /service/kafka/v1/pod/broker-0/info")).body;
  let before: unknown;
  for (const start of ["first", "second"]) {
    await using reeve = await startReeve(undefined, { state, log });
    expect(holding(state, PLAIN), start).toEqual([file]);
    const text = await shown(reeve);
    expect(text).not.toContain("battery");
    expect(text).toContain(JSON.stringify({ "ssl.keystore.password": { file } }).slice(1, -1));
    before ??= await nodes(reeve);
    expect(await nodes(reeve)).toEqual(before);
    expect((await ask(reeve, "POST /service/kafka/v1/pod/broker-0/restart")).status).toBeLessThan(300);
    await until(reeve, "kafka", "recovery", ({ status }) => status === "COMPLETE");
    before = await nodes(reeve);
  }
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, "utf8")).toBe(PLAIN);
  expect(logged.filter(({ event }) => event === "secrets-moved")).toEqual([
    expect.objectContaining({ level: "warn", instance: "kafka", settings: ["ssl.keystore.password"] }),
  ]);
  await using last = await startReeve(undefined, { state });
  await last.deploy({ services: { other: { kind: "broker", pace: 0 } } }, { remove: true });
  await expect.poll(() => holding(state, PLAIN)).toEqual([]);
});
