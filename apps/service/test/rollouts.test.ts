import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { NodeInfo, Plan, PlanOfBlocks } from "@reeve/scheduler-models";
import { describe, expect, test } from "vitest";
import { type DefinitionInput, type Reeve, startReeve } from "../src/index.ts";
import { ask, complete, eventually, planOf, temporaryFolder, until } from "./running.ts";

type Broker = Extract<NonNullable<DefinitionInput["services"]>[string], { kind: "broker" }>;
type Settings = NonNullable<Broker["settings"]>;

const brokers = (revision: "R1" | "R2" | "R3", settings: Settings = {}, more: Partial<Broker> = {}): DefinitionInput => ({
  services: { kafka: { kind: "broker", revision, pace: 0, settings, ...more } },
});

/** A running broker service whose first deployment is complete. */
async function startBrokers(revision: "R1" | "R2" | "R3", settings: Settings = {}, more: Partial<Broker> = {}): Promise<Reeve> {
  const reeve = await startReeve(brokers(revision, settings, more), { listen: false });
  await until(reeve, "kafka", "deploy", complete);
  return reeve;
}

const kafka = (rest: string) => {
  const [method, path] = rest.split(" ");
  return `${method} /service/kafka/v1${path}`;
};

/** The ids of the running tasks, by node. */
async function tasks(reeve: Reeve, nodes: readonly string[], service = "kafka", pods = "pod"): Promise<Record<string, string>> {
  const entries = nodes.map(async (node) => {
    const { body, text, status } = await ask(reeve, `GET /service/${service}/v1/${pods}/${node}/info`);
    if (status !== 200) throw new Error(text);
    const running = (body as NodeInfo).find(({ info }) => info.name.endsWith("-node"));
    return [node, running?.info.taskId.value ?? ""] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

const stepsOf = ({ phases }: Plan) => phases.flatMap(({ steps }) => steps);

describe("a configuration is rolled out", () => {
  test("node by node, under a new id, and in the format of R2", async () => {
    await using reeve = await startBrokers("R2", {}, { pace: 0.5 });
    const before = (await ask(reeve, kafka("GET /configurations"))).body as string[];
    const changes = await reeve.deploy(brokers("R2", { BROKER_MEM: 4096 }, { pace: 0.5 }));
    expect(changes).toEqual([{ instance: "kafka", change: "changed", configuration: expect.stringMatching(/^[\da-f-]{36}$/) }]);
    const running = await ask(reeve, kafka("GET /plan"));
    expect(running.status).toBe(503);
    const plan = running.body as Plan;
    expect(plan.phases.map(({ name }) => name)).toEqual(["Reconciliation", `Update to: ${changes[0]?.configuration}`]);
    expect(plan.phases[1]?.steps.map(({ name }) => name)).toEqual(["broker-0", "broker-1", "broker-2"]);
    await until(reeve, "kafka", "deploy", complete);
    const done = await ask(reeve, kafka("GET /plan"));
    expect(done.status).toBe(200);
    expect(
      stepsOf(done.body as Plan)
        .map(({ message }) => message)
        .slice(1),
    ).toEqual(["Broker-0 is COMPLETE", "Broker-1 is COMPLETE", "Broker-2 is COMPLETE"]);
    const ids = (await ask(reeve, kafka("GET /configurations"))).body as string[];
    expect(ids).toEqual([...before, changes[0]?.configuration]);
    expect((await ask(reeve, kafka("GET /configurations/target"))).body).toMatchObject({
      brokerConfiguration: { mem: 4096 },
    });
    expect((await ask(reeve, kafka(`GET /configurations/${before[0]}`))).body).toMatchObject({
      brokerConfiguration: { mem: 2048 },
    });
  });

  test("without pauses with the strategy INSTALL in R1 and R2", async () => {
    await using reeve = await startBrokers("R1");
    for (const control of ["continue", "interrupt", "forceComplete", "restart"]) {
      const { status, text } = await ask(reeve, kafka(`GET /plan/${control}`));
      expect([status, text]).toEqual([208, "Command has already been reported or completed"]);
    }
  });

  test("and a higher BROKER_COUNT adds a broker", async () => {
    await using reeve = await startBrokers("R2");
    await reeve.deploy(brokers("R2", { BROKER_COUNT: 4 }));
    await until(reeve, "kafka", "deploy", complete);
    expect((await ask(reeve, kafka("GET /brokers"))).body).toEqual({ brokers: ["0", "1", "2", "3"] });
    expect(((await ask(reeve, kafka("GET /connection"))).body as { address: [] }).address).toHaveLength(4);
  });

  test("completely or not at all: a refused definition changes nothing", async () => {
    await using reeve = await startBrokers("R3");
    await ask(reeve, kafka("POST /topics/orders?partitions=1&replication=3"));
    const state = async () =>
      Promise.all(
        [kafka("GET /configurations"), kafka("GET /plans/deploy"), "GET /reeve/v1/info"].map(async (line) => (await ask(reeve, line)).text),
      );
    const before = await state();
    const refused: readonly [DefinitionInput, RegExp][] = [
      [brokers("R3", { BROKER_COUNT: 2 }), /kafka: cannot reduce broker nodes from 3 to 2: orders-0 has 3 copies/],
      [{ services: { kafka: { kind: "wide-column" } } }, /kafka/],
      [{ services: { other: { kind: "broker" } } }, /kafka/],
      [{ services: { ...brokers("R3", { BROKER_MEM: 1 }).services, second: { kind: "broker", engine: "nowhere" } } }, /second/],
      [{ edition: "enterprise" }, /^edition: cannot change/],
      [{ services: { kafka: { kind: "broker", engineConfiguration: { "log.retention.hourz": 1 } } } }, /log\.retention\.hours/],
    ];
    for (const [definition, reason] of refused) {
      await expect(reeve.deploy(definition), JSON.stringify(definition)).rejects.toThrow(reason);
    }
    expect(await state()).toEqual(before);
  });
});

test("with the strategy STAGE an update waits before its first and before its second node", async () => {
  await using reeve = await startBrokers("R1", { PHASE_STRATEGY: "STAGE" });
  const restarted = async () => {
    const { body } = await ask(reeve, "GET /reeve/v1/services/kafka/plans/deploy");
    return stepsOf(body as Plan).filter(({ name, status }) => name !== "Reconciliation" && status === "COMPLETE").length;
  };
  await reeve.deploy(brokers("R1", { PHASE_STRATEGY: "STAGE", BROKER_MEM: 4096 }));
  const waits = ({ status }: Plan) => status === "WAITING";
  await until(reeve, "kafka", "deploy", waits);
  expect(await restarted()).toBe(0);
  const { status, body } = await ask(reeve, kafka("GET /plan"));
  expect(status).toBe(503);
  const plan = body as PlanOfBlocks;
  expect(plan.status).toBe("Waiting");
  expect(plan.phases[1]?.blocks.map(({ hasDecisionPoint }) => hasDecisionPoint)).toEqual([true, true, false]);
  expect((await ask(reeve, kafka("GET /plan/status"))).body).toMatchObject({
    block: { name: "broker-0", has_decision_point: true, status: "Waiting" },
    phase: { block_count: 3 },
    stage: { status: "Waiting", phase_count: 2 },
  });
  expect((await ask(reeve, kafka("GET /plan/continue"))).body).toEqual({ message: "Received cmd: continue" });
  await until(reeve, "kafka", "deploy", (now) => waits(now) && stepsOf(now)[1]?.status === "COMPLETE");
  expect(await restarted()).toBe(1);
  expect((await ask(reeve, kafka("HEAD /plan/continue"))).status).toBe(405);
  expect(await restarted()).toBe(1);
  await ask(reeve, kafka("GET /plan/continue"));
  await until(reeve, "kafka", "deploy", complete);
  expect(await restarted()).toBe(3);
  const { body: done } = await ask(reeve, kafka("GET /plan/status"));
  expect(done).toEqual({ stage: { errors: [], phase_count: 2, status: "Complete" } });
  expect((await ask(reeve, kafka("GET /plan/continue"))).status).toBe(208);
});

test.each([
  ["R1", "hasDecisionPoint", "Broker-0 is Waiting"],
  ["R2", undefined, "Broker-0 is WAITING"],
  ["R3", "has_decision_point", "Broker-0 is WAITING"],
] as const)("in %s a step's message has the documented form, followed by the reason why it waits", async (revision, flag, message) => {
  await using reeve = await startBrokers(revision, { PHASE_STRATEGY: "STAGE" });
  await reeve.deploy(brokers(revision, { PHASE_STRATEGY: "STAGE", BROKER_MEM: 4096 }));
  await until(reeve, "kafka", "deploy", ({ status }) => status === "WAITING");
  const { body } = await ask(reeve, kafka(revision === "R3" ? "GET /plans/deploy" : "GET /plan"));
  const { phases } = body as { phases: readonly { steps?: readonly object[]; blocks?: readonly object[] }[] };
  const [first, , third] = phases[1]?.steps ?? phases[1]?.blocks ?? [];
  expect(first).toMatchObject({ message, reason: expect.stringContaining("continue") });
  expect(third).toMatchObject({ message: expect.stringMatching(/^Broker-2 is P\w+$/), reason: null });
  const flags = Object.keys(first ?? {}).filter((name) => /decision/i.test(name));
  expect(flags).toEqual(flag === undefined ? [] : [flag]);
});

describe.each(["R1", "R2", "R3"] as const)("in %s, with the strategy STAGE", (revision) => {
  const command = (name: "interrupt" | "continue") => {
    if (revision !== "R3") return kafka(`GET /plan/${name}`);
    return kafka(name === "continue" ? "PUT /plans/deploy/continue" : "POST /plans/deploy/interrupt");
  };
  const staged = (memory: number) => brokers(revision, { PHASE_STRATEGY: "STAGE", BROKER_MEM: memory }, { pace: 0.5 });

  test("one continue ends an interrupt and takes the decision behind it", async () => {
    await using reeve = await startReeve(staged(2048), { listen: false });
    await until(reeve, "kafka", "deploy", complete);
    await reeve.deploy(staged(4096));
    await until(reeve, "kafka", "deploy", ({ status }) => status === "WAITING");
    await ask(reeve, command("continue"));
    await until(reeve, "kafka", "deploy", (plan) => stepsOf(plan)[1]?.status === "IN_PROGRESS");
    expect((await ask(reeve, command("interrupt"))).status).toBe(200);
    const held = await until(reeve, "kafka", "deploy", (plan) => stepsOf(plan)[2]?.status === "WAITING");
    expect(stepsOf(held)[2]?.reason).toMatch(/^the plan was interrupted, /);
    expect((await ask(reeve, command("continue"))).status).toBe(200);
    await until(reeve, "kafka", "deploy", complete);
  });
});

test.each([
  ["R1", "GET /plan/forceComplete", "GET /plan/continue"],
  ["R3", "POST /plans/deploy/forceComplete", "PUT /plans/deploy/continue"],
] as const)("in %s, a node that is skipped at a decision shows as skipped, and the next one waits", async (revision, skip, goOn) => {
  await using reeve = await startBrokers(revision, { PHASE_STRATEGY: "STAGE" });
  await reeve.deploy(brokers(revision, { PHASE_STRATEGY: "STAGE", BROKER_MEM: 4096 }));
  const waitsAt = (index: number) => (plan: Plan) => stepsOf(plan)[index]?.status === "WAITING";
  await until(reeve, "kafka", "deploy", waitsAt(1));
  await ask(reeve, kafka(goOn));
  await until(reeve, "kafka", "deploy", waitsAt(2));
  expect((await ask(reeve, kafka(skip))).status).toBe(200);
  const next = await until(reeve, "kafka", "deploy", waitsAt(3));
  expect(stepsOf(next)[2]).toMatchObject({ status: "COMPLETE", reason: expect.stringMatching(/^skipped: /) });
  await ask(reeve, kafka(goOn));
  await until(reeve, "kafka", "deploy", complete);
});

test("an interrupt takes effect after the current node, and continue resumes at the next node", async () => {
  await using reeve = await startBrokers("R3", { BROKER_COUNT: 4 }, { pace: 1 });
  const ids = ["broker-0", "broker-1", "broker-2", "broker-3"];
  const before = await tasks(reeve, ids);
  await reeve.deploy(brokers("R3", { BROKER_COUNT: 4, BROKER_MEM: 4096 }, { pace: 1 }));
  await until(reeve, "kafka", "deploy", (plan) => stepsOf(plan)[1]?.status === "IN_PROGRESS");
  expect((await ask(reeve, kafka("POST /plans/deploy/interrupt"))).body).toEqual({
    message: "Received cmd: interrupt",
  });
  expect((await ask(reeve, kafka("POST /plans/deploy/interrupt"))).status).toBe(208);
  const paused = await until(reeve, "kafka", "deploy", ({ status }) => status === "WAITING");
  await until(reeve, "kafka", "deploy", (plan) => stepsOf(plan)[1]?.status === "COMPLETE");
  // biome-ignore lint/plugin: the next node must not be stopped, which shows only after some time
  await sleep(500);
  const after = await tasks(reeve, ids);
  expect(stepsOf(paused).length).toBe(5);
  expect(ids.filter((id) => before[id] !== after[id])).toEqual(["broker-0"]);
  expect((await ask(reeve, kafka("PUT /plans/deploy/continue"))).status).toBe(200);
  await until(reeve, "kafka", "deploy", complete);
  const last = await tasks(reeve, ids);
  expect(last["broker-0"]).toBe(after["broker-0"]);
  expect(ids.filter((id) => before[id] !== last[id])).toEqual(ids);
});

test("a rollout waits for a paused node and says so; a forced step is skipped, and a restart ends the pause", async () => {
  await using reeve = await startBrokers("R3");
  const paused = await ask(reeve, kafka("POST /pod/broker-1/pause"));
  expect(paused.status).toBe(200);
  expect((paused.body as { message: string }).message).toContain("restart");
  await until(reeve, "kafka", "recovery", complete);
  const info = (await ask(reeve, kafka("GET /pod/broker-1/info"))).body as NodeInfo;
  const idle = info.find(({ info: { name } }) => name === "broker-1-node");
  expect(idle?.status?.state).toBe("TASK_RUNNING");
  expect(idle?.info.command?.value).toContain("sleep");
  expect(idle?.info.resources?.map(({ name }) => name)).toContain("disk");
  await reeve.deploy(brokers("R3", { BROKER_MEM: 4096 }));
  const stuck = await until(reeve, "kafka", "deploy", (plan) => /paused/.test(stepsOf(plan)[1]?.reason ?? ""));
  const first = stepsOf(stuck)[1]?.name;
  const phase = stuck.phases[1]?.id;
  expect((await ask(reeve, kafka(`POST /plans/deploy/forceComplete?step=${first}`))).status).toBe(400);
  expect((await ask(reeve, kafka(`POST /plans/deploy/forceComplete?phase=${phase}&step=broker-9`))).status).toBe(404);
  expect((await ask(reeve, kafka(`POST /plans/deploy/forceComplete?phase=${phase}&step=${first}`))).status).toBe(200);
  const forced = await planOf(reeve, "kafka");
  expect(stepsOf(forced)[1]?.status).toBe("COMPLETE");
  await until(reeve, "kafka", "deploy", (plan) => /paused/.test(stepsOf(plan)[2]?.reason ?? ""));
  await ask(reeve, kafka("POST /pod/broker-1/restart"));
  await until(reeve, "kafka", "deploy", complete);
});

describe("a node", () => {
  test("that dies is recovered by the recovery plan, and its partitions heal", async () => {
    await using reeve = await startBrokers("R3", {}, { pace: 0.33 });
    await ask(reeve, kafka("POST /topics/orders?partitions=6&replication=3"));
    const before = await tasks(reeve, ["broker-1"]);
    const deploy = (await ask(reeve, kafka("GET /plans/deploy"))).text;
    reeve.kill("kafka", "broker-1");
    const recovery = await until(reeve, "kafka", "recovery", (plan) => stepsOf(plan).length > 0);
    expect(recovery.phases[0]?.name).toBe("broker-1");
    await until(reeve, "kafka", "recovery", complete);
    expect(await tasks(reeve, ["broker-1"])).not.toEqual(before);
    await eventually(async () =>
      (await ask(reeve, kafka("GET /topics/under_replicated_partitions"))).text === '{"message":""}' ? true : undefined,
    );
    expect((await ask(reeve, kafka("GET /plans/deploy"))).text).toBe(deploy);
  });

  test("that is restarted keeps its agent and its volumes; partitions are under-replicated meanwhile", async () => {
    await using reeve = await startBrokers("R2", {}, { pace: 1 });
    await ask(reeve, kafka("POST /topics?name=orders&partitions=6&replication=3"));
    const { body, status } = await ask(reeve, kafka("PUT /brokers/1"));
    expect([status, body]).toEqual([200, [expect.stringMatching(/^broker-1__[\da-f-]{36}$/)]]);
    const report = await eventually(async () => {
      const { message } = (await ask(reeve, kafka("GET /topics/under_replicated_partitions"))).body as {
        message: string;
      };
      return message === "" ? undefined : message;
    });
    expect(report).toMatch(/^Topic: orders Partition: \d+ Leader: (0|2|none) Replicas: \S+ Isr: \S+/);
    await until(reeve, "kafka", "recovery", complete);
    expect((await ask(reeve, kafka("GET /brokers"))).body).toEqual({ brokers: ["0", "1", "2"] });
    expect((await ask(reeve, kafka("PUT /brokers/7"))).status).toBe(404);
    expect((await ask(reeve, kafka("PUT /brokers/1?replace=no"))).status).toBe(400);
  });

  test("that is replaced moves to another agent, and its volumes are deleted", async () => {
    await using reeve = await startBrokers("R3");
    const placed = async () => {
      const [task] = (await ask(reeve, kafka("GET /pod/broker-2/info"))).body as NodeInfo;
      const disk = task?.info.resources?.find(({ name }) => name === "disk")?.disk?.persistence?.id;
      return { agent: task?.info.slaveId?.value, disk };
    };
    const first = await placed();
    await ask(reeve, kafka("POST /pod/broker-2/restart"));
    await until(reeve, "kafka", "recovery", complete);
    expect(await placed()).toEqual(first);
    const { body } = await ask(reeve, kafka("POST /pod/broker-2/replace"));
    expect(body).toMatchObject({ pod: "broker-2", tasks: ["broker-2-node"] });
    await until(reeve, "kafka", "recovery", complete);
    const second = await placed();
    expect(second.agent).not.toBe(first.agent);
    expect(second.disk).not.toBe(first.disk);
  });
});

describe("file system", () => {
  test("V1: a custom plan restarts the nodes that it names, when it is started", async () => {
    const plan = { phases: [{ name: "data", steps: ["restart data-*"] }] };
    await using reeve = await startReeve(
      { services: { hdfs: { kind: "file-system", pace: 0, plans: { "rolling-data": plan } } } },
      { listen: false },
    );
    await until(reeve, "hdfs", "deploy", complete);
    const nodes = ["data-0", "data-1", "data-2", "journal-0"];
    const before = await tasks(reeve, nodes, "hdfs");
    expect((await ask(reeve, "GET /service/hdfs/v1/plans")).body).toEqual(["deploy", "recovery", "rolling-data"]);
    expect((await ask(reeve, "POST /service/hdfs/v1/plans/rolling-data/start")).status).toBe(200);
    const done = await until(reeve, "hdfs", "rolling-data", complete);
    expect(stepsOf(done)).toHaveLength(3);
    const after = await tasks(reeve, nodes, "hdfs");
    expect(nodes.filter((node) => before[node] !== after[node])).toEqual(["data-0", "data-1", "data-2"]);
    expect((await ask(reeve, "POST /service/hdfs/v1/plans/nothing/start")).status).toBe(404);

    const restart = async (json?: unknown) => {
      const request = json === undefined ? {} : { json };
      const { status, body } = await ask(reeve, "POST /service/hdfs/v1/pod/name-0/restart", request);
      return [status, (body as { detail?: string }).detail ?? body];
    };
    const name = await tasks(reeve, ["name-0"], "hdfs");
    expect(await restart(["name-0-format"])).toEqual([409, expect.stringContaining("runs only once")]);
    expect(await restart(["other"])).toEqual([400, expect.stringContaining("it has name-0-node, name-0-format")]);
    expect((await restart({ tasks: ["node"] }))[0]).toBe(400);
    expect((await restart([]))[0]).toBe(400);
    expect(await tasks(reeve, ["name-0"], "hdfs")).toEqual(name);
    expect(await restart(["node"])).toEqual([200, { pod: "name-0", tasks: ["name-0-node"] }]);
    await until(reeve, "hdfs", "recovery", complete);
    expect(await tasks(reeve, ["name-0"], "hdfs")).not.toEqual(name);
  });

  test("V2: its phases, its site documents with its settings, and the replacement of a node", async () => {
    await using reeve = await startReeve(
      {
        services: { hdfs: { kind: "file-system", revision: "V2", pace: 0, settings: { NAME_NODE_HANDLER_COUNT: 33 } } },
      },
      { listen: false },
    );
    const plan = await until(reeve, "hdfs", "deploy", complete);
    expect(plan.phases.map(({ name }) => name)).toEqual(["journal", "name", "fc", "data"]);
    const site = await ask(reeve, "GET /service/hdfs/v1/endpoints/fs-site.xml");
    expect(site.text).toMatch(/<name>dfs\.namenode\.handler\.count<\/name>\s*<value>33<\/value>/);
    expect((await ask(reeve, "GET /service/hdfs/v1/endpoints/other.xml")).status).toBe(404);
    expect((await ask(reeve, "GET /service/hdfs/v1/configurations/target")).body).toMatchObject({
      name: "hdfs",
      coordinator: expect.stringMatching(/:\d+$/),
    });
    const journal = (await ask(reeve, "GET /service/hdfs/v1/pods/name-0/info")).body as NodeInfo;
    const processes = journal.map(({ info, status }) => [info.name, status?.containerStatus?.executorPid]);
    // Simulated pids are above the highest pid of Linux. A task that has ended has no pid.
    expect(processes).toEqual([["name-0-node", expect.any(Number)]]);
    expect(processes[0]?.[1]).toBeGreaterThan(2 ** 22);
    const before = await tasks(reeve, ["data-1"], "hdfs", "pods");
    expect((await ask(reeve, "POST /service/hdfs/v1/pods/data-1/replace")).status).toBe(200);
    await eventually(async () => ((await tasks(reeve, ["data-1"], "hdfs", "pods"))["data-1"] === before["data-1"] ? undefined : true));
    const absent = await ask(reeve, "GET /service/hdfs/v1/plans");
    expect([absent.status, (absent.body as { detail: string }).detail]).toEqual([
      404,
      "GET /service/hdfs/v1/plans exists in V1 of the file-system API, but hdfs speaks V2.",
    ]);
  });
});

describe("wide column", () => {
  const database = { kind: "wide-column", pace: 0 } as const;
  const backup = { backup_name: "nightly", external_location: "s3://backups", s3_access_key: "a", s3_secret_key: "s" };

  test("a failed restore stays in the plan until it is repeated, or newer maintenance begins", async () => {
    using folder = temporaryFolder();
    const services = { first: database, second: database, third: database };
    await using reeve = await startReeve({ services }, { listen: false, state: folder.path });
    for (const service of Object.keys(services)) await until(reeve, service, "deploy", complete);
    const db = (line: string) => {
      const [method, service, path] = line.split(" ");
      return ask(reeve, `${method} /service/${service}/v1${path}`, path?.endsWith("/start") ? { json: backup } : {});
    };
    const plan = async (service: string) => (await db(`GET ${service} /plan`)).body as Plan;
    await db("PUT first /backup/start");
    await until(reeve, "first", "backup", complete);
    const taken = await db("PUT first /backup/start");
    expect([taken.status, (taken.body as { detail: string }).detail]).toEqual([
      409,
      expect.stringContaining("A backup called nightly exists already"),
    ]);

    const file = join(folder.path, "object-store/backups/nightly/node-1/demo/orders.jsonl");
    const whole = readFileSync(file);
    writeFileSync(file, whole.subarray(1));
    for (const service of ["second", "third"]) {
      await db(`PUT ${service} /restore/start`);
      await until(reeve, service, "restore", ({ status }) => status === "ERROR");
      expect((await db(`GET ${service} /plan`)).status).toBe(417);
    }
    writeFileSync(file, whole);
    expect((await db("POST second /plan?cmd=interrupt")).status).toBe(208);
    expect((await db("PUT second /plan?cmd=proceed")).body).toEqual({ message: "Received cmd: proceed (restore)" });
    await until(reeve, "second", "restore", complete);
    expect((await plan("second")).status).toBe("COMPLETE");

    await reeve.deploy({ services: { ...services, third: { ...database, settings: { NODE_MEM: 6000 } } } });
    const { status, errors } = await plan("third");
    expect([status, errors]).toEqual([expect.not.stringContaining("ERROR"), []]);
    await until(reeve, "third", "deploy", complete);
    expect((await db("GET third /plan")).status).toBe(200);
    expect((await db("PUT third /plan?cmd=proceed")).status).toBe(208);
    expect((await db("GET third /restore/status")).body).toMatchObject({ status: "failed" });
  });

  test("maintenance before the installation is refused, and so is a restore over the data of clients", async () => {
    await using reeve = await startReeve({ services: { first: database, slow: { ...database, pace: 1000 } } }, { listen: false });
    const start = async (service: string, what: string, json: unknown) => {
      const { status, body } = await ask(reeve, `PUT /service/${service}/v1/${what}/start`, { json });
      return `${status} ${(body as { detail?: string }).detail ?? ""}`;
    };
    for (const what of ["cleanup", "repair"]) {
      expect(await start("slow", what, { nodes: ["*"] })).toMatch(/^409 .*not installed yet/);
    }
    for (const what of ["backup", "restore"]) expect(await start("slow", what, backup)).toMatch(/^409 .*not installed/);
    await until(reeve, "first", "deploy", complete);
    await start("first", "backup", backup);
    await until(reeve, "first", "backup", complete);
    reeve.kill("first", "node-0");
    await until(reeve, "first", "recovery", ({ phases, status }) => phases.length > 0 && status === "COMPLETE");
    expect(await start("first", "restore", backup)).toMatch(/^409 .*holds other data in demo; add a new service with 3/);
  });

  test("a backup is restored into a second cluster with the same number of nodes, and into no other", async () => {
    await using reeve = await startReeve(
      { services: { first: database, second: database, small: { ...database, settings: { NODE_COUNT: 2 } } } },
      { listen: false },
    );
    for (const service of ["first", "second", "small"]) await until(reeve, service, "deploy", complete);
    const put = (service: string, what: string, json: unknown) => ask(reeve, `PUT /service/${service}/v1/${what}/start`, { json });
    expect((await ask(reeve, "GET /service/second/v1/restore/status")).body).toEqual({ status: "none", message: "" });
    expect((await put("first", "backup", backup)).body).toEqual({ status: "started", message: "" });
    const done = await until(reeve, "first", "backup", complete);
    expect(done.phases.map(({ name }) => name)).toEqual(expect.arrayContaining(["Snapshot", "Upload", "BackupSchema"]));
    const refused = await put("small", "restore", backup);
    expect(refused.status).toBe(409);
    expect((refused.body as { detail: string }).detail).toMatch(/3.*2|2.*3/);
    expect((await put("second", "restore", backup)).body).toEqual({ status: "started", message: "" });
    await eventually(async () =>
      (await ask(reeve, "GET /service/second/v1/restore/status")).text.includes('"complete"') ? true : undefined,
    );
    const rows = async (service: string) =>
      ((await ask(reeve, `GET /service/${service}/v1/nodes/0/info`)).body as { key_spaces: unknown }).key_spaces;
    expect(await rows("second")).toEqual(await rows("first"));
  });

  test("maintenance is shown as phases of the plan, and cannot run twice", async () => {
    await using reeve = await startReeve({ services: { db: { ...database, pace: 1 } } }, { listen: false });
    await until(reeve, "db", "deploy", complete);
    const repair = (json: unknown) => ask(reeve, "PUT /service/db/v1/repair/start", { json });
    expect((await repair({ nodes: ["*"], key_spaces: ["nothing"] })).status).toBe(400);
    expect((await repair({ nodes: ["9"] })).status).toBe(400);
    expect((await repair({ nodes: [] })).status).toBe(400);
    expect((await repair({ nodes: ["*"] })).status).toBe(200);
    const shown = await ask(reeve, "GET /service/db/v1/plan");
    expect(shown.status).toBe(202);
    expect((shown.body as Plan).phases.map(({ name }) => name)).toEqual(["Reconciliation", "Sync Datacenter", "Deploy", "Repair"]);
    expect((await repair({ nodes: ["*"] })).status).toBe(409);
    const interrupted = await ask(reeve, "POST /service/db/v1/plan?cmd=interrupt");
    expect(interrupted.body).toEqual({ message: "Received cmd: interrupt (repair)" });
    expect((await ask(reeve, "PUT /service/db/v1/plan?cmd=proceed")).status).toBe(200);
    await eventually(async () => ((await ask(reeve, "GET /service/db/v1/plan")).status === 200 ? true : undefined));
  });

  test("both forms of the connection's path are served", async () => {
    await using reeve = await startReeve({ services: { db: database } }, { listen: false });
    await until(reeve, "db", "deploy", complete);
    const long = await ask(reeve, "GET /service/db/v1/connection");
    expect((long.body as { nodes: string[] }).nodes).toHaveLength(3);
    expect((await ask(reeve, "GET /db/v1/connection")).text).toBe(long.text);
    expect((await ask(reeve, "GET /db/v1/plan")).status).toBe(404);
    expect((await ask(reeve, "GET /service/db/v1/nodes/node-0/status")).text).toBe(
      (await ask(reeve, "GET /service/db/v1/nodes/0/status")).text,
    );
    expect((await ask(reeve, "GET /service/db/v1/nodes/7/status")).status).toBe(404);
  });
});
