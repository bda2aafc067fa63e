import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { startReeve } from "../src/index.ts";
import { ask, complete, temporaryFolder, until } from "./running.ts";

const kafka = { services: { kafka: { kind: "broker", pace: 0 } } } as const;

/** The state folder of a service that has ended. */
async function used() {
  const folder = temporaryFolder();
  const reeve = await startReeve(kafka, { state: folder.path, listen: false });
  await until(reeve, "kafka", "deploy", complete);
  await reeve.close();
  return { ...folder, database: join(folder.path, "orchestrator", "reeve.sqlite") };
}

const again = (state: string) => startReeve(undefined, { state, listen: false });

/** The error message of a failed start, which must not contain a stack trace. */
async function refusal(state: string): Promise<string> {
  const error = await again(state).then(
    (reeve) => reeve.close().then(() => new Error("it started")),
    (thrown: Error) => thrown,
  );
  expect(error.name).toBe("ReeveError");
  return error.message;
}

function withoutDatabase(database: string): void {
  for (const end of ["", "-wal", "-shm"]) rmSync(database + end, { force: true });
}

test("a missing database is not created again silently", async () => {
  using state = await used();
  withoutDatabase(state.database);
  expect(await refusal(state.path)).toMatch(/holds the token of a service, but not its database, .*restore the database from a backup/);
  rmSync(join(state.path, "orchestrator"), { recursive: true });
  expect(await refusal(state.path)).toContain("but not its database");
});

test("a database that is a folder, is no database, or is damaged, is refused", async () => {
  using state = await used();
  const whole = readFileSync(state.database);
  const page = Buffer.from(whole);
  page.fill("rubbish ", 4096, 8192);
  writeFileSync(state.database, page);
  rmSync(`${state.database}-wal`, { force: true });
  expect(await refusal(state.path)).toMatch(/is damaged: .*restore reeve.sqlite from a copy/);
  writeFileSync(state.database, "rubbish ".repeat(1000));
  expect(await refusal(state.path)).toMatch(/is damaged: .*restore reeve.sqlite from a copy/);
  withoutDatabase(state.database);
  mkdirSync(state.database);
  expect(await refusal(state.path)).toContain("is damaged: reeve.sqlite is a folder");
});

test("a damaged entry is named", async () => {
  using state = await used();
  for (const value of ["{", "{}", "null", '"text"']) {
    const database = new DatabaseSync(state.database);
    database.prepare("UPDATE entry SET value = ? WHERE key = 'node/broker-1'").run(value);
    database.close();
    expect(await refusal(state.path)).toContain("the entry instance/kafka node/broker-1 of reeve.sqlite is corrupt");
  }
});

test("a folder in place of a file, and a folder inside a state, are refused", async () => {
  using state = await used();
  expect(await refusal(join(state.path, "orchestrator"))).toContain("is inside a state folder");
  rmSync(join(state.path, "audit.jsonl"), { force: true });
  mkdirSync(join(state.path, "audit.jsonl"));
  expect(await refusal(state.path)).toContain("audit.jsonl cannot be opened: it is a folder");
});

test("with a full disk the service starts, serves reads, refuses changes, and its health says why", async () => {
  using state = await used();
  // A limit on the size of files behaves like a full disk.
  const main = join(import.meta.dirname, "../src/main.ts");
  const start = `ulimit -f 0; exec "${process.execPath}" "${main}" --json --state "${state.path}"`;
  const child = spawn("/bin/sh", ["-c", start], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit");
  const [line] = await Promise.race([once(child.stdout, "data"), ended]);
  const { url } = JSON.parse(String(line)) as { url: string };
  const reeve = { url, token: readFileSync(join(state.path, "token"), "utf8").trim(), fetch };
  expect((await ask(reeve, "GET /service/kafka/v1/topics")).status).toBe(200);
  const refused = await ask(reeve, "POST /service/kafka/v1/topics/orders?partitions=1&replication=1");
  expect(refused.status).toBe(500);
  const health = await ask(reeve, "GET /health");
  expect([health.status, health.body]).toEqual([503, { status: "failing", reason: expect.stringMatching(/EFBIG|full|written/) }]);
  // Status, doctor and the console show it, not only the log.
  expect((await ask(reeve, "GET /reeve/v1/info")).body).toMatchObject({
    trouble: expect.stringMatching(/^changes are refused, because the service cannot store them: .*(?:EFBIG|full|written|I\/O)/),
  });
  expect((await ask(reeve, "GET /service/kafka/v1/topics")).body).toEqual([]);
  child.kill("SIGTERM");
  await ended;
});
