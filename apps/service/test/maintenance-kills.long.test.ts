import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { generator, seed } from "@reeve/testing/seeded";
import type { MaintenanceHistory } from "@reeve/wide-column-models";
import { expect, test } from "vitest";
import { expectNoSecrets, send, untilGone } from "./killing.ts";
import { type Answered, ask, eventually, temporaryFolder } from "./running.ts";
import { type Spawned, spawnReeve } from "./spawned.ts";

/** The number of kills in every long run; REEVE_KILLS=300 does more. */
const KILLS = Number(process.env.REEVE_KILLS ?? 12);
/** After this many kills the service runs without kills until it has settled, and is then checked completely. */
const SETTLE_INTERVAL = 6;

const PACE = 0.25;
const keys = { s3_access_key: "CANARY-ACCESS", s3_secret_key: "CANARY-SECRET" };
const backupOf = (backup_name: string) => ({ backup_name, external_location: "s3://kept", ...keys });

/** Each change rolls out all three kinds. After each verified restore, the target is a new instance. */
const definition = (size: number, target: string) => ({
  services: {
    kafka: { kind: "broker", pace: PACE, settings: { BROKER_MEM: size } },
    hdfs: { kind: "file-system", pace: PACE, settings: { NAME_NODE_HANDLER_COUNT: size } },
    first: { kind: "wide-column", pace: PACE, settings: { NODE_MEM: size } },
    [target]: { kind: "wide-column", pace: PACE },
  },
});

/** Acknowledged changes, which must never be lost. */
interface Facts {
  size: number;
  /** The size in a definition that was sent just before a kill and may have been accepted. */
  maybeSize: number | undefined;
  targets: number;
  /** Requested maintenance by instance, oldest first: `backup b-1`. */
  readonly maintenance: Map<string, string[]>;
  readonly done: string[];
}

test(
  `after ${KILLS} kills during maintenance, restores and rollouts no acknowledged change is lost, and each result can be read`,
  async () => {
    using folder = temporaryFolder();
    const random = generator(seed);
    const facts: Facts = { size: 2048, maybeSize: undefined, targets: 1, maintenance: new Map(), done: [] };
    const file = join(folder.path, "cluster.json");
    writeFileSync(file, JSON.stringify(definition(facts.size, targetOf(facts))));
    const state = join(folder.path, "state");
    let reeve = await spawnReeve("--state", state, "--definition", file);
    try {
      await settle(reeve, facts, "at first");
      for (let kill = 1; kill <= KILLS; kill++) {
        const at = `seed ${seed}, kill ${kill}`;
        const dying = new AbortController();
        const working = [rollouts, maintenance, restores].map((work) => work(reeve, facts, random, dying.signal));
        await sleep(100 + random() * 1200);
        reeve.signal("SIGKILL");
        dying.abort();
        await reeve.ended();
        expect((await Promise.all(working)).flat(), at).toEqual([]);
        reeve = await spawnReeve("--state", state);
        await expectKept(reeve, facts, at);
        if (kill % SETTLE_INTERVAL !== 0 && kill !== KILLS) continue;
        await settle(reeve, facts, at);
        await expectSettled(reeve, facts, state, at);
        expectNoSecrets(folder.path);
        await nextTarget(reeve, facts, at);
      }
      const counts = Object.entries(Object.groupBy(facts.done, (what) => what)).map(([what, all]) => `${all?.length} ${what}`);
      console.log(`${KILLS} kills, seed ${seed}; acknowledged: ${counts.join(", ")}`);
      expect(facts.done.length).toBeGreaterThan(KILLS);
    } finally {
      reeve.signal("SIGTERM");
      await reeve.ended();
    }
  },
  60_000 + KILLS * 15_000,
);

type Work = (reeve: Spawned, facts: Facts, random: () => number, dying: AbortSignal) => Promise<readonly string[]>;

const rollouts: Work = (reeve, facts, random, dying) =>
  untilGone(dying, async (mistakes) => {
    await sleep(random() * 250);
    const choice = random();
    if (choice < 0.5) {
      const size = 1000 + Math.floor(random() * 9000);
      facts.maybeSize = size;
      const answer = await send(reeve, "POST /reeve/v1/deploy", mistakes, definition(size, targetOf(facts)));
      if (answer.status !== 200) mistakes.push(answer.text);
      [facts.size, facts.maybeSize] = [size, undefined];
      note(facts, answer, "deploy");
    } else if (choice < 0.8) {
      const cmd = random() < 0.5 ? "POST /service/first/v1/plan?cmd=interrupt" : "PUT /service/first/v1/plan?cmd=proceed";
      note(facts, await send(reeve, cmd, mistakes), "plan control");
    } else note(facts, await send(reeve, "POST /service/hdfs/v1/pod/data-0/restart", mistakes), "pods.restart");
  });

const maintenance: Work = (reeve, facts, random, dying) =>
  untilGone(dying, async (mistakes) => {
    await sleep(random() * 150);
    const choice = random();
    if (choice < 0.4) await start(reeve, facts, "first", "backup", backupOf(`b-${Math.floor(random() * 1e9)}`), mistakes);
    else if (choice < 0.6) await resume(reeve, "first", mistakes);
    else await start(reeve, facts, "first", choice < 0.8 ? "repair" : "cleanup", { nodes: ["*"] }, mistakes);
  });

const restores: Work = (reeve, facts, random, dying) =>
  untilGone(dying, async (mistakes) => {
    await sleep(random() * 200);
    const target = targetOf(facts);
    const choice = random();
    if (choice < 0.3) await start(reeve, facts, target, "repair", { nodes: ["*"] }, mistakes);
    else if (choice < 0.6) await resume(reeve, target, mistakes);
    else {
      const history = await historyOf(reeve, "first");
      const backup = history.find(({ name, status }) => name === "backup" && status === "COMPLETE");
      const name = backup?.request.backup_name;
      if (typeof name === "string") await start(reeve, facts, target, "restore", backupOf(name), mistakes);
    }
  });

function targetOf({ targets }: Facts): string {
  return `restored-${targets}`;
}

async function start(reeve: Spawned, facts: Facts, service: string, what: string, json: object, mistakes: string[]): Promise<void> {
  const answer = await send(reeve, `PUT /service/${service}/v1/${what}/start`, mistakes, json);
  if (answer.status !== 200 && answer.status !== 409) mistakes.push(`${what} of ${service}: ${answer.text}`);
  if (answer.status !== 200) return;
  const name = "backup_name" in json ? `${what} ${json.backup_name}` : what;
  facts.maintenance.set(service, [...(facts.maintenance.get(service) ?? []), name]);
  note(facts, answer, `${what}.start`);
}

/** If maintenance waits for its keys, sends the same request again, as the reason of the wait says. */
async function resume(reeve: Spawned, service: string, mistakes: string[]): Promise<void> {
  const [last] = await historyOf(reeve, service);
  if (last?.status !== "WAITING" || !/send the same request again/.test(last.reason ?? "")) return;
  const json = { ...last.request, ...keys };
  const answer = await send(reeve, `PUT /service/${service}/v1/${last.name}/start`, mistakes, json);
  // Another request may have supplied the keys meanwhile.
  if (answer.status !== 200 && answer.status !== 409) mistakes.push(`${last.name} again: ${answer.text}`);
}

function note(facts: Facts, { status }: Answered, what: string): void {
  if (status < 300 && status !== 208) facts.done.push(what);
}

async function historyOf(reeve: Spawned, service: string): Promise<MaintenanceHistory> {
  const { body, status, text } = await ask(reeve, `GET /reeve/v1/services/${service}/maintenance`);
  if (status !== 200) throw new Error(text);
  return body as MaintenanceHistory;
}

/** Checks everything that must hold as soon as the service is back. */
async function expectKept(reeve: Spawned, facts: Facts, at: string): Promise<void> {
  const { body } = await ask(reeve, "GET /service/kafka/v1/configurations/target");
  const { mem } = (body as { brokerConfiguration: { mem: number } }).brokerConfiguration;
  expect([facts.size, facts.maybeSize], `${at}: the target`).toContain(mem);
  [facts.size, facts.maybeSize] = [mem, undefined];
  for (const [service, asked] of facts.maintenance) {
    const names = (await historyOf(reeve, service)).map(nameOf).reverse();
    // Requests whose answers a kill cut off may appear between the acknowledged ones.
    let from = 0;
    for (const [index, name] of asked.entries()) {
      // The same restore may have been requested again to supply its keys.
      if (index < asked.length - 50 || (name === asked[index - 1] && name.startsWith("restore "))) continue;
      const found = names.indexOf(name, from);
      expect(found, `${at}: ${name} of ${service} in ${names}`).toBeGreaterThanOrEqual(0);
      from = found + 1;
    }
  }
}

function nameOf({ name, request }: MaintenanceHistory[number]): string {
  return typeof request.backup_name === "string" ? `${name} ${request.backup_name}` : name;
}

/** Waits until no plan is under way. */
async function settle(reeve: Spawned, facts: Facts, at: string): Promise<void> {
  for (const service of ["kafka", "hdfs", "first", targetOf(facts)]) {
    let last: Answered | undefined;
    const isOver = async () => {
      if (service === "first") await ask(reeve, "PUT /service/first/v1/plan?cmd=proceed");
      if (service !== "kafka" && service !== "hdfs") await resume(reeve, service, []);
      for (const plan of (await ask(reeve, `GET /reeve/v1/services/${service}/plans`)).body as string[]) {
        last = await ask(reeve, `GET /reeve/v1/services/${service}/plans/${plan}`);
        if (last.status !== 200) {
          await sleep(50);
          return undefined;
        }
      }
      return true;
    };
    await eventually(isOver, 90_000).catch(() => expect.fail(`${at}: ${service} does not settle: ${last?.text}`));
  }
}

/** Checks everything that must hold once the service has settled. */
async function expectSettled(reeve: Spawned, facts: Facts, state: string, at: string): Promise<void> {
  for (const service of ["first", targetOf(facts)]) {
    for (const entry of await historyOf(reeve, service)) {
      // Maintenance must not fail because of kills and rollouts.
      expect(entry, `${at}: ${service}`).toMatchObject({ status: "COMPLETE", reason: null });
      expect([entry.started_at, entry.completed_at], at).toEqual([expect.any(String), expect.any(String)]);
    }
  }
  const history = await historyOf(reeve, targetOf(facts));
  const restored = history.find(({ name }) => name === "restore");
  if (restored) {
    const backup = join(state, `object-store/kept/${restored.request.backup_name}`);
    // If a repair followed the restore, nodes also have rows that were out of sync when the backup was made.
    await expectRows(reeve, targetOf(facts), backup, restored === history[0] ? "exactly" : "at least", at);
  }
  expect((await ask(reeve, "GET /reeve/v1/logs?level=error")).text, at).toBe("");
}

/** Checks that each node has the rows of each table in its backup. */
async function expectRows(reeve: Spawned, service: string, backup: string, how: "exactly" | "at least", at: string): Promise<void> {
  const { nodes } = JSON.parse(readFileSync(join(backup, "manifest.json"), "utf8")) as {
    nodes: { files: { table: string; rows: number }[] }[];
  };
  for (const [index, { files }] of nodes.entries()) {
    const { body } = await ask(reeve, `GET /service/${service}/v1/nodes/${index}/info`);
    const spaces = (body as { key_spaces: Record<string, Record<string, { rows: number }>> }).key_spaces;
    for (const { table, rows } of files) {
      const [space = "", family = ""] = table.split("/");
      const found = spaces[space]?.[family]?.rows ?? -1;
      const where = `${at}: ${table} on node-${index} of ${service}, restored from ${backup}`;
      if (how === "exactly") expect(found, where).toBe(rows);
      else expect(found, where).toBeGreaterThanOrEqual(rows);
    }
  }
}

/** Removes the old target and deploys a new one, because a restore needs a new cluster. */
async function nextTarget(reeve: Spawned, facts: Facts, at: string): Promise<void> {
  facts.maintenance.delete(targetOf(facts));
  facts.targets++;
  const json = definition(facts.size, targetOf(facts));
  const { status, text } = await ask(reeve, "POST /reeve/v1/deploy?remove=true", { json });
  expect(status, `${at}: ${text}`).toBe(200);
  await settle(reeve, facts, at);
}
