import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { NodeInfo, Plan } from "@reeve/scheduler-models";
import { generator, seed } from "@reeve/testing/seeded";
import { expect, test } from "vitest";
import { expectNoSecrets, send, untilGone } from "./killing.ts";
import { type Answered, ask, eventually, temporaryFolder } from "./running.ts";
import { type Spawned, spawnReeve } from "./spawned.ts";

/** The number of kills in every run; REEVE_KILLS=300 does more. */
const KILLS = Number(process.env.REEVE_KILLS ?? 24);
/** After this many kills the service runs without kills until it has settled, and is then checked completely. */
const SETTLE_INTERVAL = 6;

const keys = { s3_access_key: "CANARY-ACCESS", s3_secret_key: "CANARY-SECRET" };
const db = { kind: "wide-column", pace: 0.25 };
const definition = (mem: number) => ({
  services: {
    kafka: { kind: "broker", pace: 0.25, settings: { BROKER_MEM: mem } },
    first: db,
    second: db,
    hdfs: { kind: "file-system", pace: 0.25 },
  },
});

/** Acknowledged changes, which must never be lost, and changes that were under way at a kill, which may or may not have happened. */
interface Facts {
  /** Topics with their partitions and the number of records sent to them. */
  readonly topics: Map<string, { partitions: number; records: number }>;
  readonly deleted: Set<string>;
  /** Topics whose existence or size is unknown. */
  readonly unsure: Set<string>;
  readonly configurations: string[];
  mem: number;
  /** The memory in a definition that may have been accepted. */
  maybeMem: number | undefined;
  /** Whether the deploy plan is interrupted; undefined if unknown. */
  interrupted: boolean | undefined;
  /** Ids of tasks that must be gone once recovery is complete. */
  readonly goingTasks: Map<string, string>;
  readonly changes: string[];
  backup: string | undefined;
  restored: string | undefined;
}

test(
  `after ${KILLS} kills no acknowledged change is lost, and every plan continues at its place`,
  async () => {
    using folder = temporaryFolder();
    const random = generator(seed);
    const facts: Facts = {
      topics: new Map(),
      deleted: new Set(),
      unsure: new Set(),
      configurations: [],
      mem: 2048,
      maybeMem: undefined,
      interrupted: undefined,
      goingTasks: new Map(),
      changes: [],
      backup: undefined,
      restored: undefined,
    };
    const file = join(folder.path, "cluster.json");
    writeFileSync(file, JSON.stringify(definition(2048)));
    const state = join(folder.path, "state");
    let reeve = await spawnReeve("--state", state, "--definition", file);
    try {
      await settle(reeve, facts);
      const rowsOfFirst = await rows(reeve, "first");
      for (let kill = 1; kill <= KILLS; kill++) {
        const dying = new AbortController();
        const working = [topics, rollouts, databases].map((work) => work(reeve, facts, random, dying.signal));
        await sleep(random() * 500);
        reeve.signal("SIGKILL");
        dying.abort();
        await reeve.ended();
        const mistakes = (await Promise.all(working)).flat();
        expect(mistakes, `seed ${seed}, kill ${kill}`).toEqual([]);
        // Without the file, the service runs the services that were last deployed.
        reeve = await spawnReeve("--state", state);
        await expectKept(reeve, facts, `seed ${seed}, kill ${kill}`);
        if (kill % SETTLE_INTERVAL === 0 || kill === KILLS) {
          await settle(reeve, facts);
          await expectSettled(reeve, facts, rowsOfFirst, `seed ${seed}, kill ${kill}`);
          expectNoSecrets(folder.path);
        }
      }
      expect(facts.changes.length).toBeGreaterThan(KILLS);
      const counts = Object.entries(Object.groupBy(facts.changes, (what) => what)).map(([what, all]) => `${all?.length} ${what}`);
      console.log(`${KILLS} kills, seed ${seed}; acknowledged: ${counts.join(", ")}`);
    } finally {
      reeve.signal("SIGTERM");
      await reeve.ended();
    }
  },
  60_000 + KILLS * 10_000,
);

/** Sends changes until the service is gone, and returns the answers that violate the expectations. */
type Work = (reeve: Spawned, facts: Facts, random: () => number, dying: AbortSignal) => Promise<readonly string[]>;

const topics: Work = (reeve, facts, random, dying) =>
  untilGone(dying, async (mistakes) => {
    const names = [...facts.topics.keys()].filter((name) => !facts.unsure.has(name));
    const topic = names[Math.floor(random() * names.length)];
    const choice = random();
    if (topic === undefined || choice < 0.5) {
      const name = `topic-${facts.topics.size + facts.deleted.size}-${Math.floor(random() * 1e6)}`;
      facts.unsure.add(name);
      const answer = await send(reeve, `POST /service/kafka/v1/topics/${name}?partitions=2&replication=2`, mistakes);
      if (answer.status === 200) facts.topics.set(name, { partitions: 2, records: 0 });
      acknowledge(facts, answer, "topics.create");
      facts.unsure.delete(name);
      return;
    }
    const known = facts.topics.get(topic) ?? { partitions: 0, records: 0 };
    facts.unsure.add(topic);
    if (choice < 0.7) {
      const answer = await send(
        reeve,
        `PUT /service/kafka/v1/topics/${topic}?operation=partitions&partitions=${known.partitions + 1}`,
        mistakes,
      );
      if (answer.status === 200) known.partitions++;
      acknowledge(facts, answer, "topics.alter");
    } else if (choice < 0.85) {
      const answer = await send(reeve, `PUT /service/kafka/v1/topics/${topic}?operation=producer-test&messages=500`, mistakes);
      if (answer.status === 200) known.records += 500;
      acknowledge(facts, answer, "topics.producerTest");
    } else {
      const answer = await send(reeve, `DELETE /service/kafka/v1/topics/${topic}`, mistakes);
      if (answer.status === 202) {
        facts.topics.delete(topic);
        facts.deleted.add(topic);
      }
      acknowledge(facts, answer, "topics.delete");
    }
    facts.unsure.delete(topic);
  });

const rollouts: Work = (reeve, facts, random, dying) =>
  untilGone(dying, async (mistakes) => {
    await sleep(random() * 150);
    const choice = random();
    if (choice < 0.35) {
      const mem = 1000 + Math.floor(random() * 9000);
      [facts.maybeMem, facts.interrupted] = [mem, undefined];
      const answer = await send(reeve, "POST /reeve/v1/deploy", mistakes, definition(mem));
      expect(answer.status).toBe(200);
      const { changes } = answer.body as { changes: { instance: string; configuration: string }[] };
      const id = changes.find(({ instance }) => instance === "kafka")?.configuration ?? "";
      if (!facts.configurations.includes(id)) facts.configurations.push(id);
      [facts.mem, facts.maybeMem] = [mem, undefined];
      acknowledge(facts, answer, "deploy");
    } else if (choice < 0.6) {
      const before = facts.interrupted;
      facts.interrupted = undefined;
      const interrupt = random() < 0.5;
      const answer = await send(
        reeve,
        interrupt ? "POST /service/kafka/v1/plans/deploy/interrupt" : "PUT /service/kafka/v1/plans/deploy/continue",
        mistakes,
      );
      facts.interrupted = answer.status === 200 ? interrupt : before;
      acknowledge(facts, answer, "plans");
    } else {
      const node = `broker-${Math.floor(random() * 3)}`;
      const task = await taskOf(reeve, node);
      const answer = await send(reeve, `POST /service/kafka/v1/pod/${node}/${random() < 0.5 ? "restart" : "replace"}`, mistakes);
      if (answer.status === 200 && task !== undefined) facts.goingTasks.set(node, task);
      acknowledge(facts, answer, "pods");
    }
  });

const databases: Work = (reeve, facts, random, dying) =>
  untilGone(dying, async (mistakes) => {
    await sleep(random() * 200);
    const choice = random();
    if (choice < 0.4) {
      const backup_name = `backup-${Math.floor(random() * 1e6)}`;
      const answer = await send(reeve, "PUT /service/first/v1/backup/start", mistakes, {
        backup_name,
        external_location: "s3://kept",
        ...keys,
      });
      if (answer.status === 200) facts.backup = backup_name;
      acknowledge(facts, answer, "backup.start");
    } else if (choice < 0.8 && facts.backup !== undefined && (await statusOf(reeve, "first", "backup")) === "COMPLETE") {
      const answer = await send(reeve, "PUT /service/second/v1/restore/start", mistakes, {
        backup_name: facts.backup,
        external_location: "s3://kept",
        ...keys,
      });
      if (answer.status === 200) facts.restored = facts.backup;
      acknowledge(facts, answer, "restore.start");
    } else acknowledge(facts, await send(reeve, "PUT /service/second/v1/repair/start", mistakes, { nodes: ["*"] }), "repair.start");
  });

function acknowledge(facts: Facts, { status }: Answered, what: string): void {
  if (status < 300) facts.changes.push(what);
}

/** Checks everything that must hold as soon as the service is back. */
async function expectKept(reeve: Spawned, facts: Facts, at: string): Promise<void> {
  const names = (await ask(reeve, "GET /service/kafka/v1/topics")).body as string[];
  for (const [topic, { partitions }] of facts.topics) {
    // A topic may be gone if its deletion was under way.
    if (!names.includes(topic) && facts.unsure.has(topic)) facts.topics.delete(topic);
    else {
      expect(names, `${at}: ${topic}`).toContain(topic);
      const found = ((await ask(reeve, `GET /service/kafka/v1/topics/${topic}`)).body as { partitions: [] }).partitions.length;
      if (facts.unsure.has(topic)) facts.topics.set(topic, { partitions: found, records: facts.topics.get(topic)?.records ?? 0 });
      else expect(found, `${at}: partitions of ${topic}`).toBe(partitions);
    }
  }
  for (const topic of facts.deleted) expect(names, `${at}: ${topic} was deleted`).not.toContain(topic);
  const unknown = names.find((name) => !facts.topics.has(name) && !facts.unsure.has(name));
  expect(unknown, `${at}: a topic that was never requested`).toBeUndefined();
  for (const name of facts.unsure)
    if (names.includes(name) && !facts.topics.has(name)) facts.topics.set(name, { partitions: 2, records: 0 });
  facts.unsure.clear();

  const ids = (await ask(reeve, "GET /service/kafka/v1/configurations")).body as string[];
  expect(
    ids.filter((id) => facts.configurations.includes(id)),
    `${at}: configurations`,
  ).toEqual(facts.configurations);
  const target = (await ask(reeve, "GET /service/kafka/v1/configurations/target")).body as {
    brokerConfiguration: { mem: number };
  };
  expect([facts.mem, facts.maybeMem], `${at}: the target`).toContain(target.brokerConfiguration.mem);
  facts.mem = target.brokerConfiguration.mem;
  facts.maybeMem = undefined;
  facts.configurations.splice(0, facts.configurations.length, ...ids);

  if (facts.interrupted === true) {
    const status = await statusOf(reeve, "kafka", "deploy");
    // The step's node may still be starting, but the plan must not go further.
    expect(["WAITING", "COMPLETE"], `${at}: an interrupted plan`).toContain(status);
  }
}

/** Continues waiting plans and repeats maintenance requests that wait for their keys, until nothing changes. */
async function settle(reeve: Spawned, facts: Facts): Promise<void> {
  if (facts.interrupted === true) {
    await eventually(async () => {
      const status = await statusOf(reeve, "kafka", "deploy");
      return status === "WAITING" || status === "COMPLETE" ? true : undefined;
    });
  }
  await ask(reeve, "PUT /service/kafka/v1/plans/deploy/continue");
  facts.interrupted = undefined;
  await resume(reeve, "first", "backup", facts.backup);
  await resume(reeve, "second", "restore", facts.restored);
  for (const service of ["kafka", "first", "second", "hdfs"]) {
    const plans = (await ask(reeve, `GET /reeve/v1/services/${service}/plans`)).body as string[];
    for (const plan of plans) {
      let last: Answered | undefined;
      await eventually(async () => {
        last = await ask(reeve, `GET /reeve/v1/services/${service}/plans/${plan}`);
        return last.status === 200 ? true : undefined;
      }, 60_000).catch(() => expect.fail(`seed ${seed}: ${service} ${plan} does not settle: ${last?.text}`));
    }
  }
}

/**
 * If the keys of a backup or restore were lost, its plan waits with that reason, and continues when the same request is sent again. The
 * request is the last acknowledged one, or one that was sent just before the kill.
 */
async function resume(reeve: Spawned, service: string, what: "backup" | "restore", acknowledged: string | undefined): Promise<void> {
  const shown = await ask(reeve, `GET /reeve/v1/services/${service}/plans/${what}`);
  if (shown.status === 404 || shown.status === 200) return;
  const { status, phases } = shown.body as Plan;
  if (status !== "WAITING") return;
  const waiting = phases.flatMap(({ steps }) => steps).find((step) => step.status !== "COMPLETE");
  const [, backup_name] = /send the same request again \(backup_name (\S+),/.exec(waiting?.reason ?? "") ?? [];
  expect(backup_name, waiting?.message).toBeDefined();
  const json = { backup_name, external_location: "s3://kept", ...keys };
  const answer = await ask(reeve, `PUT /service/${service}/v1/${what}/start`, { json });
  expect(answer.status, `${answer.text}; ${what} ${acknowledged} was acknowledged last`).toBe(200);
}

/** Checks everything that must hold once the service has settled. */
async function expectSettled(reeve: Spawned, facts: Facts, rowsOfFirst: unknown, at: string): Promise<void> {
  for (const [node, old] of facts.goingTasks) expect(await taskOf(reeve, node), `${at}: ${node} was to be restarted`).not.toBe(old);
  facts.goingTasks.clear();
  const deployed = (await ask(reeve, "GET /reeve/v1/services/kafka/plans/deploy")).body as Plan;
  expect(deployed.status, at).toBe("COMPLETE");
  for (const node of ["broker-0", "broker-1", "broker-2"]) {
    const [task] = (await ask(reeve, `GET /service/kafka/v1/pod/${node}/info`)).body as NodeInfo;
    const labels = new Map(task?.info.labels?.labels.map(({ key, value }) => [key, value]));
    // Compares the memory with which the task was launched, not configurations: a deployment may by chance choose the same memory again,
    // and then launches no task.
    const launched = await memOf(reeve, labels.get("target_configuration"));
    expect([node, task?.status?.state, launched], at).toEqual([node, "TASK_RUNNING", facts.mem]);
  }
  for (const [topic, { records }] of facts.topics) {
    const offsets = (await ask(reeve, `GET /service/kafka/v1/topics/${topic}/offsets?time=last`)).body as Record<string, string>[];
    const sum = offsets.flatMap((each) => Object.values(each)).reduce((all, offset) => all + Number(offset), 0);
    expect(sum, `${at}: records of ${topic}`).toBeGreaterThanOrEqual(records);
  }
  expect((await ask(reeve, "GET /service/kafka/v1/topics/under_replicated_partitions")).body, at).toEqual({
    message: "",
  });
  if (facts.restored !== undefined) {
    expect((await ask(reeve, "GET /service/second/v1/restore/status")).body, at).toEqual({
      status: "complete",
      message: "",
    });
    expect(await rows(reeve, "second"), `${at}: restored rows`).toEqual(rowsOfFirst);
  }
  const errors = await ask(reeve, "GET /reeve/v1/logs?level=error");
  expect(errors.text, at).toBe("");
}

async function memOf(reeve: Spawned, configuration: string | null | undefined): Promise<number> {
  const { body } = await ask(reeve, `GET /service/kafka/v1/configurations/${configuration}`);
  return (body as { brokerConfiguration: { mem: number } }).brokerConfiguration.mem;
}

async function rows(reeve: Spawned, service: string): Promise<unknown> {
  return ((await ask(reeve, `GET /service/${service}/v1/nodes/0/info`)).body as { key_spaces: unknown }).key_spaces;
}

async function statusOf(reeve: Spawned, service: string, plan: string): Promise<string | undefined> {
  return ((await ask(reeve, `GET /reeve/v1/services/${service}/plans/${plan}`)).body as Partial<Plan>).status;
}

async function taskOf(reeve: Spawned, node: string): Promise<string | undefined> {
  const info = (await ask(reeve, `GET /service/kafka/v1/pod/${node}/info`)).body as NodeInfo;
  return info.find(({ info: { name } }) => name.endsWith("-node"))?.info.taskId.value;
}
