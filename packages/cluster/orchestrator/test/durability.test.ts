import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { ReeveError } from "@reeve/contract";
import { describe, expect, test } from "vitest";
import { orchestrate } from "../src/create-orchestrator.ts";
import { createOrchestrator, type Orchestrator } from "../src/index.ts";
import { type Database, openDatabase } from "../src/state/database.ts";
import { definitions, kafka } from "./support/definitions.ts";
import { type ManualClock, manualClock } from "./support/manual-clock.ts";
import { temporaryFolder } from "./support/scene.ts";
import { createWorld, type World } from "./support/world.ts";

/** A world and a folder for the state, with functions that close and reopen an orchestrator. */
async function lasting() {
  const state = temporaryFolder();
  const world = createWorld();
  const clock = manualClock();
  const open = () => createOrchestrator({ engines: world.engines, clock, state });
  return { world, clock, open, state };
}

async function deployed(
  definition = kafka(),
): Promise<{ world: World; clock: ManualClock; orchestrator: Orchestrator; again(): Promise<Orchestrator> }> {
  const { world, clock, open } = await lasting();
  const orchestrator = await open();
  await orchestrator.deploy(definition);
  await clock.pass(1000);
  return {
    world,
    clock,
    orchestrator,
    again: async () => {
      const next = await open();
      await clock.pass(1000);
      return next;
    },
  };
}

test("tasks of a real runtime end with the service, unless it outlives the service", async () => {
  const { world, clock, state } = await lasting();
  const open = (outlivesService: boolean) => {
    const engines = world.engines.map(({ engine, runtime }) => ({
      engine,
      runtime: { ...runtime, simulated: false, ...(outlivesService && { outlivesService: true as const }) },
    }));
    return createOrchestrator({ engines, clock, state });
  };
  const first = await open(true);
  await first.deploy(kafka());
  await clock.pass(1000);
  await first.close();
  expect(world.stops).toEqual([]);
  const second = await open(false);
  await clock.pass(1000);
  expect(world.launches).toHaveLength(3);
  const closed = second.close();
  await clock.pass(1000);
  await closed;
  expect(world.stops).toHaveLength(3);
});

test("after a restart everything is as before: plans, ids and times; nothing is launched twice", async () => {
  const { world, orchestrator, again } = await deployed();
  orchestrator.instance("kafka")?.nodes.restart("broker-1");
  const [plans, nodes] = [["deploy", "recovery"].map((name) => orchestrator.instance("kafka")?.plans.text(name)), world.launches.length];
  await orchestrator.close();
  const next = await again();
  const instance = next.instance("kafka");
  expect(instance?.plans.text("deploy")).toBe(plans[0]);
  expect(instance?.plans.get("recovery")?.status).toBe("COMPLETE");
  expect(world.launches.length).toBe(nodes + 1);
  expect(instance?.nodes.get("broker-0")?.state).toBe("running");
  await next.close();
});

test("after a restart a rollout continues, and an interrupted one stays interrupted", async () => {
  const { world, clock, orchestrator, again } = await deployed();
  world.ready = () => ({ ready: false, reason: "not yet" });
  await orchestrator.deploy(kafka({ BROKER_MEM: 4096 }));
  await clock.pass(1000);
  orchestrator.instance("kafka")?.plans.control({ command: "interrupt", plan: "deploy" });
  await orchestrator.close();
  world.ready = () => ({ ready: true });
  const next = await again();
  const plans = next.instance("kafka")?.plans;
  expect(plans?.get("deploy")?.phases[1]?.steps.map(({ status }) => status)).toEqual(["COMPLETE", "WAITING", "PENDING"]);
  expect(plans?.get("deploy")?.status).toBe("WAITING");
  plans?.control({ command: "continue", plan: "deploy" });
  await clock.pass(1000);
  expect(plans?.get("deploy")?.status).toBe("COMPLETE");
  await next.close();
});

test("a node whose task is gone when the service comes back is recovered", async () => {
  const { world, clock, orchestrator, again } = await deployed();
  await orchestrator.close();
  world.forget("broker-2");
  const next = await again();
  await clock.pass(1000);
  expect(world.launches.at(-1)?.node).toBe("broker-2");
  expect(next.instance("kafka")?.plans.get("recovery")?.status).toBe("COMPLETE");
  await next.close();
});

test("closing with its tasks stops all nodes, and the next start brings them up", async () => {
  const { world, orchestrator, again } = await deployed();
  await orchestrator.close({ tasks: "stop" });
  expect(world.running()).toEqual([]);
  const next = await again();
  expect([...world.running()].sort()).toEqual(["broker-0", "broker-1", "broker-2"]);
  await next.close();
});

test("while the disk is full changes are refused with the reason, reads go on, and pending work continues as soon as there is room", async () => {
  const world = createWorld();
  const clock = manualClock();
  const database = openDatabase(undefined);
  let full = false;
  const write: typeof database.write = (changes) => {
    if (full) throw new ReeveError("server-failure", "the state could not be stored: database or disk is full");
    database.write(changes);
  };
  const events: string[] = [];
  const log = (_: string, event: string) => void events.push(event);
  const orchestrator = await orchestrate({ ...database, write }, { engines: world.engines, clock, log });
  await orchestrator.deploy(kafka());
  await clock.pass(1000);
  const instance = orchestrator.instance("kafka");
  full = true;
  expect(() => instance?.nodes.restart("broker-1")).toThrow("database or disk is full; the service tries again");
  world.die("broker-2");
  await clock.pass(10_000);
  expect(world.stops).toEqual([]);
  expect(world.launches).toHaveLength(3);
  expect(instance?.plans.get("deploy")?.status).toBe("COMPLETE");
  expect(instance?.plans.get("recovery")?.phases.map(({ name }) => name)).toEqual(["broker-1", "broker-2"]);
  full = false;
  await clock.pass(10_000);
  expect(world.launches.slice(3).map(({ node }) => node)).toEqual(["broker-2", "broker-1"]);
  expect(instance?.plans.get("recovery")?.status).toBe("COMPLETE");
  expect(events.filter((event) => /changes/.test(event))).toEqual([
    "changes could not be stored; the service tries again",
    "changes can be stored again",
  ]);
  await orchestrator.close();
});

describe("a disk that is full", () => {
  /** An orchestrator whose disk is full from now on. */
  async function onFullDisk() {
    const world = createWorld();
    const clock = manualClock();
    const state = temporaryFolder();
    const database = openDatabase(state);
    const disk = { full: false };
    const write: typeof database.write = (changes) => {
      if (disk.full) throw new ReeveError("server-failure", "the state could not be stored: database or disk is full");
      database.write(changes);
    };
    const orchestrator = await orchestrate({ ...database, write }, { engines: world.engines, clock });
    await orchestrator.deploy(kafka());
    await clock.pass(1000);
    disk.full = true;
    return {
      world,
      clock,
      orchestrator,
      disk,
      again: () => createOrchestrator({ engines: world.engines, clock, state }),
    };
  }

  test("keeps an instance whose removal failed", async () => {
    const { world, clock, orchestrator, disk, again } = await onFullDisk();
    await expect(orchestrator.deploy({}, { remove: true })).rejects.toThrow("database or disk is full");
    disk.full = false;
    await clock.pass(10_000);
    expect(await orchestrator.deploy(kafka())).toMatchObject([{ instance: "kafka", change: "unchanged" }]);
    await orchestrator.close();
    const next = await again();
    expect(next.instances().map(({ name }) => name)).toEqual(["kafka"]);
    expect(world.deleted).toEqual([]);
    await next.close();
  });

  test("does not prevent a close", async () => {
    const { world, orchestrator, again, disk } = await onFullDisk();
    world.die("broker-2");
    await orchestrator.close();
    expect(world.open()).toBe(0);
    disk.full = false;
    const next = await again();
    expect(next.instance("kafka")?.nodes.get("broker-0")?.state).toBe("running");
    await next.close();
  });
});

describe("a backup whose keys are gone", () => {
  const backup = (key: string, name = "one") => ({
    name: "backup",
    request: { name },
    secrets: { key },
    phases: [
      {
        name: "Upload",
        strategy: "serial" as const,
        steps: [{ name: "node-0", work: { name: "upload", node: "node-0", parameters: {} } }],
      },
    ],
  });

  test("waits for the same request, continues with it, and refuses another", async () => {
    const { world, clock, orchestrator, again } = await deployed(definitions({ cassandra: { kind: "wide-column" } }));
    world.perform = () => new Promise(() => undefined);
    await orchestrator.instance("cassandra")?.maintenance.start(backup("secret"));
    await clock.settle();
    await orchestrator.close();
    const next = await again();
    const instance = next.instance("cassandra");
    const plan = () => instance?.plans.get("backup");
    expect(plan()?.status).toBe("WAITING");
    expect(plan()?.phases[0]?.steps[0]?.reason).toMatch(/^send the same request again \(name one\): the service was restarted/);
    await expect(instance?.maintenance.start(backup("secret", "two"))).rejects.toThrow(
      "cassandra: the plan backup waits for the keys of its request; send that request again (name one)",
    );
    const seen: unknown[] = [];
    world.perform = async (_, { secrets }) => {
      seen.push(secrets);
    };
    await instance?.maintenance.start(backup("given again"));
    await clock.settle();
    expect(seen).toEqual([{ key: "given again" }]);
    expect(plan()?.status).toBe("COMPLETE");
    await next.close();
  });

  test("and no key is ever written to the disk", async () => {
    const { world, clock, open, state } = await lasting();
    const orchestrator = await open();
    await orchestrator.deploy(definitions({ cassandra: { kind: "wide-column" } }));
    await clock.pass(1000);
    world.perform = () => new Promise(() => undefined);
    await orchestrator.instance("cassandra")?.maintenance.start(backup("TELLTALE-SECRET"));
    await clock.settle();
    const match = execFileSync("grep", ["-rlc", "cassandra", state], { encoding: "utf8" });
    expect(match).not.toBe("");
    expect(() => execFileSync("grep", ["-rl", "TELLTALE", state])).toThrow();
    await orchestrator.close();
  });
});

describe("the state", () => {
  test("is locked by one process, which the error for a second one names", () => {
    const folder = temporaryFolder();
    const first = openDatabase(folder);
    expect(() => openDatabase(folder)).toThrow(
      `the state in ${folder} is in use by the process ${process.pid}; stop that process, or choose another folder`,
    );
    first.close();
    openDatabase(folder).close();
  });

  test("is free again when its process was killed", async () => {
    const folder = temporaryFolder();
    const program = `
      import { openDatabase } from ${JSON.stringify(join(import.meta.dirname, "../src/state/database.ts"))};
      openDatabase(${JSON.stringify(folder)}).write([["a", "b", 1]]);
      console.log("open");
      setInterval(() => {}, 1000);
    `;
    const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(child.stdout, "data");
    expect(() => openDatabase(folder)).toThrow(`is in use by the process ${child.pid}`);
    child.kill("SIGKILL");
    await once(child, "exit");
    const database = openDatabase(folder);
    expect(database.entries("a")).toEqual([["b", 1]]);
    database.close();
  });

  test("is private, with all files of the database", () => {
    const folder = temporaryFolder();
    const database = openDatabase(folder);
    const modes = readdirSync(folder).map((file) => [file, statSync(join(folder, file)).mode & 0o777]);
    database.close();
    expect(Object.fromEntries(modes)).toEqual({ "owner.pid": 0o600, "reeve.sqlite": 0o600, "reeve.sqlite-wal": 0o600 });
  });

  test("of a newer version is refused", () => {
    const folder = temporaryFolder();
    openDatabase(folder).close();
    const file = new DatabaseSync(join(folder, "reeve.sqlite"));
    file.exec("PRAGMA user_version = 99");
    file.close();
    expect(() => openDatabase(folder)).toThrow(/has format 99, and this version of Reeve reads up to \d+; upgrade Reeve/);
  });

  test("in another format is refused", () => {
    const folder = join(temporaryFolder(), "deep");
    mkdirSync(folder);
    writeFileSync(join(folder, "reeve.sqlite"), "this is no database, whatever its name may say of it, and long enough".repeat(100));
    expect(() => openDatabase(folder)).toThrow(/is damaged: file is not a database; restore reeve.sqlite from a copy/);
  });

  test("is written atomically, and separately for each owner", () => {
    const database = openDatabase(undefined);
    const [mine, yours] = [database.store("mine"), database.store("yours")];
    mine.write([
      ["a/1", { x: 1 }],
      ["a/2", "two"],
      ["b", null],
    ]);
    yours.write([["a/1", "other"]]);
    expect([...mine.entries("a/")]).toEqual([
      ["a/1", { x: 1 }],
      ["a/2", "two"],
    ]);
    expect(mine.get("b")).toBeNull();
    expect(mine.get("c")).toBeUndefined();
    const loop: Record<string, unknown> = {};
    loop.self = loop;
    expect(() =>
      mine.write([
        ["a/1", undefined],
        ["bad", loop],
      ]),
    ).toThrow();
    expect(mine.get("a/1")).toEqual({ x: 1 });
    mine.write([["a/1", undefined]]);
    expect(mine.get("a/1")).toBeUndefined();
    expect(yours.get("a/1")).toBe("other");
    database.close();
  });
});

test("nothing is launched before it is stored", async () => {
  const database = openDatabase(undefined);
  let full = false;
  const filling: Database = {
    ...database,
    write: (changes) => {
      if (full) throw new Error("the disk is full");
      database.write(changes);
    },
  };
  const [world, clock] = [createWorld({ format: true }), manualClock()];
  world.onFinish = () => {
    full = true;
  };
  const orchestrator = await orchestrate(filling, { engines: world.engines, clock });
  await orchestrator.deploy(kafka({ BROKER_COUNT: 1 }));
  await clock.pass(100);
  expect(world.launches.map(({ task }) => task)).toEqual(["format"]);
  full = false;
  await clock.pass(5000);
  expect(world.launches.map(({ task }) => task)).toEqual(["format", "node"]);
});
