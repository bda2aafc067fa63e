import { isReeveError } from "@reeve/contract";
import { isDecisionPoint, type Plan } from "@reeve/scheduler-models";
import fc from "fast-check";
import { expect, test } from "vitest";
import { orchestrate } from "../src/create-orchestrator.ts";
import type { Readiness, TaskView } from "../src/for-engines.ts";
import type { Instance, Orchestrator, PlanCommand } from "../src/index.ts";
import { openDatabase } from "../src/state/database.ts";
import { keepCopies } from "./support/copies.ts";
import { kafka } from "./support/definitions.ts";
import { type Killable, Killed, killable } from "./support/killable.ts";
import { manualClock } from "./support/manual-clock.ts";
import { statusesOf, watchOver } from "./support/rules.ts";
import { createWorld, type World } from "./support/world.ts";

type Move =
  | { readonly move: "deploy"; readonly memory: number; readonly more: number }
  | { readonly move: "control"; readonly command: PlanCommand["command"]; readonly plan: "deploy" | "rolling" }
  | {
      readonly move: "controlPart";
      readonly command: "continue" | "interrupt" | "forceComplete" | "restart";
      /** The node whose step the command is for; undefined if the command is for the whole phase. */
      readonly node: number | undefined;
    }
  | { readonly move: "restart" | "replace" | "forceReplace" | "pause"; readonly node: number }
  | { readonly move: "die" | "loseVolume" | "forget"; readonly node: number }
  | { readonly move: Failure; readonly node: number; readonly so: boolean }
  | { readonly move: "fullDisk"; readonly so: boolean }
  | { readonly move: "jump"; readonly milliseconds: number }
  | { readonly move: "pass"; readonly milliseconds: number }
  | { readonly move: "kill" }
  | { readonly move: "killAfter"; readonly writes: number };

/** The faults that a node can have. */
const FAILURES = [
  "fails",
  "unready",
  "unstoppable",
  "unstartable",
  "unlosable",
  "lags",
  "unprepared",
  "unsettled",
  "lingers",
  "refuses",
  "waits",
  "hangsPreparing",
  "hangsLaunching",
  "hangsStopping",
  "silentReady",
  "silentStop",
  "silentStart",
  "silentLose",
] as const;
type Failure = (typeof FAILURES)[number];

const node = fc.nat(3);
const moves: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      move: fc.constant("deploy" as const),
      memory: fc.integer({ min: 1, max: 3 }),
      more: fc.constantFrom(-1, 0, 0, 1, 1),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      move: fc.constant("control" as const),
      command: fc.constantFrom("continue", "interrupt", "forceComplete", "restart", "start", "stop"),
      plan: fc.constantFrom("deploy" as const, "deploy" as const, "deploy" as const, "rolling" as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      move: fc.constant("controlPart" as const),
      command: fc.constantFrom("continue", "interrupt", "forceComplete", "restart"),
      node: fc.option(node, { nil: undefined }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ move: fc.constantFrom("restart", "replace", "forceReplace", "pause"), node }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ move: fc.constantFrom("die", "die", "loseVolume", "forget"), node }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ move: fc.constantFrom(...FAILURES), node, so: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ move: fc.constant("fullDisk" as const), so: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      move: fc.constant("jump" as const),
      milliseconds: fc.constantFrom(-3_600_000, -1000, 5000, 3_600_000),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      move: fc.constant("pass" as const),
      milliseconds: fc.constantFrom(0, 10, 500, 5000, 70_000),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ move: "kill" as const }) },
  {
    weight: 2,
    arbitrary: fc.record({ move: fc.constant("killAfter" as const), writes: fc.integer({ min: 1, max: 6 }) }),
  },
);

const settings = fc.record({
  strategy: fc.constantFrom("INSTALL", "STAGE"),
  revision: fc.constantFrom("R2", "R3"),
  format: fc.boolean(),
  joins: fc.boolean(),
});

/** A long run has no time limit. */
const TIMEOUT = process.env.MODEL_RUNS === undefined ? 600_000 : 0;

test(
  "under any requests, failures and kills the rules hold, acknowledged changes stay, and the cluster reaches what was requested",
  async () => {
    await fc.assert(
      fc.asyncProperty(settings, fc.array(moves, { maxLength: 25, size: "max" }), async (setting, script) => {
        const play = await begin(setting);
        for (const move of script) await play.make(move);
        await play.end();
      }),
      {
        numRuns: Number(process.env.MODEL_RUNS ?? 150),
        ...(process.env.MODEL_PATH !== undefined && { path: process.env.MODEL_PATH, endOnFailure: true }),
        // Every usual run uses the same scripts; `npm run trial rollout-model` makes new ones.
        seed: Number(process.env.REEVE_SEED ?? 20_261_122),
      },
    );
  },
  TIMEOUT,
);

interface Setting {
  readonly strategy: string;
  readonly revision: string;
  readonly format: boolean;
  /** Whether nodes join one at a time. */
  readonly joins: boolean;
}

/** The expected state according to the specification. */
interface Model {
  count: number;
  memory: number;
  /** Undefined if the process died during the command. */
  interrupted: boolean | undefined;
  /** Whether a command was given for a part of the plan. */
  partly: boolean;
  /** Whether a step was forced, so that its node may be unchanged. */
  forced: boolean;
}

async function begin(setting: Setting) {
  const database = openDatabase(undefined);
  const clock = manualClock();
  const world = createWorld({ format: setting.format, joins: setting.joins });
  const rules = watchOver(world, setting.joins);
  const troubles = new Map(FAILURES.map((trouble) => [trouble, new Set<string>()]));
  /** Nodes whose preparation may never end, even after the fault is over. */
  const hung = new Set<string>();
  /** Nodes that have lost their volumes. They may still run, but hold no copies until they are launched again. */
  const bereft = new Set<string>();
  const has = (trouble: Failure, id: string) => troubles.get(trouble)?.has(id) === true;
  const unless = (trouble: Failure, id: string, reason: string): Readiness =>
    has(trouble, id) ? { ready: false, reason } : { ready: true };
  const copies = keepCopies(world, {
    isForced: (volume) => rules.forcedVolumes.has(volume),
    lags: (id) => has("lags", id),
  });
  world.fails = ({ node }) => (has("fails", node) ? "it is broken" : undefined);
  world.ready = ({ id }) => unless("unready", id, "not ready");
  world.mayStop = ({ id }) => unless("unstoppable", id, "needed");
  world.mayLose = (nodes) => {
    const answer = unless("unlosable", nodes[0]?.id ?? "", "the only copy");
    return answer.ready ? copies.mayLose(nodes) : answer;
  };
  world.before = ({ id }) => unless("unprepared", id, "fails over");
  world.after = ({ id }) => unless("unsettled", id, "repairs");
  world.mayShrink = () => ({ ready: true });
  world.mayStart = ({ id }, nodes) => {
    // A node also counts as joining if its launch was decided but not sent yet.
    const decided = nodes.filter(({ state, tasks }) => state === "starting" && tasks.some(isUnderWay));
    const other = [...rules.joining(), ...decided.map((each) => each.id)].find((each) => each !== id);
    return other ? { ready: false, reason: `${other} is joining` } : unless("unstartable", id, "not now");
  };
  world.refuses = ({ node }) => (has("refuses", node) ? "no agent has room" : undefined);
  world.waits = ({ node }) => (has("waits", node) ? "no agent has room yet" : undefined);
  world.lingers = (node) => has("lingers", node);
  world.hangs = ({ node }) => {
    if (has("hangsPreparing", node)) return "prepare";
    if (has("hangsLaunching", node)) return "launch";
    return has("hangsStopping", node) ? "stop" : undefined;
  };
  const silences = {
    ready: "silentReady",
    mayStop: "silentStop",
    mayStart: "silentStart",
    mayLose: "silentLose",
  } as const;
  world.silent = (question, node) => has(silences[question], node);
  const model: Model = { count: 3, memory: 1, interrupted: false, partly: false, forced: false };
  let isFull = false;
  /** Whether a change may have been made without being stored. */
  let isUnsure = false;
  let life: Killable;
  let orchestrator: Orchestrator;

  const definition = () =>
    kafka(
      { BROKER_COUNT: model.count, BROKER_MEM: model.memory, PHASE_STRATEGY: setting.strategy },
      { revision: setting.revision, plans: { rolling: { phases: [{ name: "all", steps: ["restart broker-*"] }] } } },
    );

  async function start(): Promise<void> {
    life = killable(database, clock, world.kill);
    isFull = false;
    orchestrator = await orchestrate(life.database, { engines: world.engines, clock: life.clock });
  }

  async function startAgain(): Promise<void> {
    life.kill();
    await start();
    await clock.settle();
    if (!isUnsure) return;
    // An unstored change is lost with its process.
    isUnsure = false;
    const { definition } = instance();
    if (definition.kind !== "broker") throw new Error("it is another kind now");
    model.count = definition.settings.BROKER_COUNT;
    model.memory = definition.settings.BROKER_MEM;
    [model.interrupted, last] = [undefined, undefined];
  }

  /** Runs an action. If the process dies meanwhile, it is started again and the outcome is unknown. */
  async function acknowledged<Result>(act: () => Result | Promise<Result>): Promise<Result | undefined> {
    try {
      const result = await act();
      await clock.settle();
      return result;
    } catch (error) {
      if (!life.isDead() && !(isFull && isReeveError(error, "server-failure"))) throw error;
      return undefined;
    } finally {
      if (isFull) isUnsure = true;
      if (life.isDead()) await startAgain();
    }
  }

  const instance = (): Instance => {
    const [result] = orchestrator.instances();
    if (!result) throw new Error("the instance is lost");
    return result;
  };

  async function make(move: Move): Promise<void> {
    switch (move.move) {
      case "deploy":
        await deploy(move.memory, move.more);
        break;
      case "control":
        if (move.plan === "deploy") await command(move.command);
        else await commandOfOwn(move.command);
        break;
      case "controlPart":
        await commandOfPart(move.command, move.node);
        break;
      case "restart":
      case "replace":
      case "pause":
        await ask(move.move, `broker-${move.node}`);
        break;
      case "forceReplace":
        await forceReplace(`broker-${move.node}`);
        break;
      case "loseVolume":
        bereft.add(`broker-${move.node}`);
        world.loseVolumes(`broker-${move.node}`);
        copies.lose(`broker-${move.node}`);
        break;
      case "forget":
        world.forget(`broker-${move.node}`);
        life.kill();
        break;
      case "fullDisk":
        life.fail(move.so);
        isFull = move.so;
        break;
      case "jump":
        clock.jump(move.milliseconds);
        break;
      case "die":
        world.die(`broker-${move.node}`);
        break;
      case "pass":
        await clock.pass(move.milliseconds);
        break;
      case "kill":
        life.kill();
        break;
      case "killAfter":
        life.killAfter(move.writes);
        break;
      default:
        if (move.move === "hangsPreparing") hung.add(`broker-${move.node}`);
        if (move.so) troubles.get(move.move)?.add(`broker-${move.node}`);
        else heal(move.move, `broker-${move.node}`);
    }
    await clock.settle();
    if (life.isDead()) await startAgain();
    check();
    // The reads in `check` retry a failed write, so the process may have died only now.
    if (life.isDead()) await startAgain();
  }

  function heal(trouble: Failure, id: string): void {
    troubles.get(trouble)?.delete(id);
    if (trouble === "lingers") world.letStop(id);
    if (trouble === "waits") world.letRun(id);
  }

  /**
   * Requests a replace that may lose data. Even if the request fails, it may have been stored. It then allows the deletion of the volumes
   * that the node has now.
   */
  async function forceReplace(id: string): Promise<void> {
    const volumes = Object.values(instance().nodes.get(id)?.volumes ?? {});
    for (const volume of volumes) rules.forcedVolumes.add(volume);
    await acknowledged(() => refusable(() => instance().nodes.replace(id, { force: "data-loss" })));
  }

  async function deploy(memory: number, more: number): Promise<void> {
    const before = { count: model.count, memory: model.memory };
    const ids = instance().configurations.ids().length;
    model.memory = memory;
    // There are at least two nodes, because a single node has the only copy of its data and could never be replaced.
    model.count = Math.min(4, Math.max(2, model.count + more));
    const wanted = definition();
    const result = await acknowledged(() => orchestrator.deploy(wanted));
    const isThere = instance().configurations.ids().length > ids || result?.[0]?.change === "unchanged";
    if (result) expect(isThere, "a configuration that was acknowledged is there").toBe(true);
    if (!isThere) Object.assign(model, before);
    else if (result?.[0]?.change !== "unchanged") [model.interrupted, model.partly] = [false, false];
  }

  async function command(name: PlanCommand["command"]): Promise<void> {
    const before = plan();
    const uncontrolled = setting.revision === "R2" && setting.strategy === "INSTALL";
    const complete = before.status === "COMPLETE";
    if (name === "forceComplete") force(before);
    const result = await acknowledged(() => instance().plans.control({ command: name, plan: "deploy" }));
    if (result === undefined) {
      model.interrupted = undefined;
      return;
    }
    if (!uncontrolled) checkDecision(name, before);
    const was = model.partly ? undefined : model.interrupted;
    if (uncontrolled) expect(result.changed).toBe(false);
    else if (complete) expect(result.changed, `${name} of a complete plan`).toBe(false);
    else if (name === "interrupt" && was !== undefined) expect(result.changed).toBe(!was);
    else if (name === "continue" && was) expect(result.changed).toBe(true);
    if (!uncontrolled && !complete) {
      if (name === "interrupt" || name === "stop") model.interrupted = true;
      if (name === "continue" || name === "start") model.interrupted = false;
    }
  }

  /** One `continue` opens whatever held the next node, and a node that is skipped at a decision does not release the others. */
  function checkDecision(name: PlanCommand["command"], before: Plan): void {
    const held = steps(before).filter(({ status }) => status === "WAITING");
    const after = new Map(steps(plan()).map((step) => [step.id, step]));
    if (name === "continue") {
      for (const { id, name } of held) {
        expect(after.get(id)?.status, `${name} waits although the plan was continued`).not.toBe("WAITING");
      }
    }
    if (name !== "forceComplete" || !held.some(isDecisionPoint)) return;
    for (const { id, name } of held) {
      expect(after.get(id), `${name} was skipped`).toMatchObject({
        status: "COMPLETE",
        reason: expect.stringMatching(/^skipped/),
      });
    }
    const next = [...after.values()].find(({ status }) => status !== "COMPLETE");
    if (next) expect(isDecisionPoint(next), `${next.name} begins without a decision`).toBe(true);
  }

  /** For a custom plan, the test checks only that the rules hold and that the plan ends. */
  async function commandOfOwn(name: PlanCommand["command"]): Promise<void> {
    const before = instance().plans.get("rolling");
    if (before && name === "forceComplete") force(before);
    await acknowledged(() => instance().plans.control({ command: name, plan: "rolling" }));
  }

  /** Sends a command for the last phase, or for one of its steps. */
  async function commandOfPart(name: PlanCommand["command"], index: number | undefined): Promise<void> {
    const before = plan();
    const phase = before.phases.at(-1)?.name ?? "";
    const step = index === undefined ? {} : { step: `broker-${index}` };
    if (step.step !== undefined && !before.phases.at(-1)?.steps.some(({ name }) => name === step.step)) return;
    if (name === "forceComplete") force(before);
    [model.partly, last] = [true, undefined];
    await acknowledged(() => instance().plans.control({ command: name, plan: "deploy", phase, ...step }));
  }

  function force(before: Plan): void {
    model.forced = true;
    // A forced step has ended, whether it was interrupted or not.
    last = undefined;
    for (const { name, status } of steps(before))
      if (/ERROR|IN_PROGRESS|DELAYED/.test(status)) rules.forced.add(name.replace(/^(restart|leave) /, ""));
  }

  function ask(action: "restart" | "replace" | "pause", id: string): Promise<void> {
    return acknowledged(() => refusable(() => instance().nodes[action](id)));
  }

  function refusable(ask: () => unknown): void {
    try {
      ask();
    } catch (error) {
      if (error instanceof Killed || isReeveError(error, "server-failure")) throw error;
      expect(String(error)).toMatch(/no node|has not been launched|is being decommissioned/);
    }
  }

  let last: { readonly id: string; readonly begun: ReadonlySet<string> } | undefined;

  function check(): void {
    expect(rules.broken).toEqual([]);
    expect(copies.broken).toEqual([]);
    copies.write();
    const now = plan();
    expect(JSON.parse(instance().plans.text("deploy") ?? "")).toEqual(now);
    expect(instance().plans.get("deploy")).toBe(now);
    if (model.interrupted !== undefined && !model.partly) {
      const expected = statusesOf(now, model.interrupted);
      expect({ plan: now.status, phases: now.phases.map(({ status }) => status) }).toEqual(expected);
    }
    // A plan that has ended loses its interruption.
    if (now.status === "COMPLETE" && model.interrupted === true) model.interrupted = false;
    checkReasons();
    const id = now.phases[0]?.id ?? "";
    const begun = new Set(
      steps(now)
        .filter(({ status }) => status !== "PENDING" && status !== "WAITING")
        .map(({ name }) => name),
    );
    if (last?.id === id && model.interrupted === true) {
      for (const name of begun) expect(last.begun, `${name} began although the plan is interrupted`).toContain(name);
    }
    last = model.interrupted === true && last?.id === id ? { id, begun: new Set([...last.begun, ...begun]) } : { id, begun };
  }

  /** Every waiting step gives a reason, and the reason is true. */
  function checkReasons(): void {
    const { plans, nodes } = instance();
    for (const name of ["deploy", "recovery"]) {
      const found = plans.get(name);
      if (!found) continue;
      const open = steps(found).filter(({ status }) => status !== "COMPLETE");
      for (const { name, status, reason } of open) {
        if (status === "WAITING") expect(reason, `${name} waits for an operator`).toMatch(/to proceed, continue the plan$/);
      }
      if (open.length > 0 && found.status !== "ERROR") {
        expect(
          open.some(({ reason }) => reason),
          `${name} waits and does not say why`,
        ).toBe(true);
      }
      for (const { reason } of open) {
        const [, other] = /^waits for (broker-\d)/.exec(reason ?? "") ?? [];
        if (other !== undefined) expect(nodes.get(other)?.state, reason ?? "").toMatch(/^(?!running)/);
      }
    }
  }

  function plan(): Plan {
    const match = instance().plans.get("deploy");
    if (!match) throw new Error("there is no plan deploy");
    return match;
  }

  /** Ends all faults, and continues every plan that waits for an operator. */
  async function end(): Promise<void> {
    life.killAfter(Number.POSITIVE_INFINITY);
    model.interrupted = undefined;
    // A preparation that never ends is abandoned only if another change is requested, here a restart.
    for (const [trouble, ids] of troubles) for (const id of ids) heal(trouble, id);
    life.fail(false);
    await clock.pass(70_000);
    for (const id of new Set([...hung, ...bereft])) await ask("restart", id);
    for (let round = 0; round < 60 && !isDone(); round++) {
      const { plans, nodes } = instance();
      if (plan().status === "ERROR") plans.control({ command: "restart", plan: "deploy" });
      if (plan().status !== "COMPLETE") plans.control({ command: "continue", plan: "deploy" });
      if (plans.get("rolling")?.status === "ERROR") plans.control({ command: "stop", plan: "rolling" });
      if (plans.get("rolling")?.status !== "COMPLETE") plans.control({ command: "start", plan: "rolling" });
      for (const id of nodes.ids()) if (/paused|failed/.test(nodes.get(id)?.state ?? "")) nodes.restart(id);
      await clock.pass(30_000);
    }
    check();
    const { plans, nodes } = instance();
    const shown = ["deploy", "recovery", "rolling"].map((name) =>
      plans.get(name)?.phases.flatMap((phase) => phase.steps.map((step) => `${name}: ${step.message}`)),
    );
    const statuses = ["deploy", "recovery", "rolling"].map((name) => plans.get(name)?.status);
    expect(statuses, JSON.stringify(shown, null, 1)).toEqual(["COMPLETE", "COMPLETE", "COMPLETE"]);
    // A node whose departure was forced stays, even if it is wanted again.
    if (model.forced) expect(nodes.ids().length).toBeGreaterThanOrEqual(model.count);
    else expect(nodes.ids()).toHaveLength(model.count);
    const all = nodes.ids().filter(isWanted);
    expect([...world.running()].sort()).toEqual(all);
    for (const id of all.filter(isStaying)) {
      const match = nodes.get(id);
      expect(match?.state).toBe("running");
      if (!model.forced) expect(memoryOf(world, id)).toBe(String(model.memory));
    }
    await orchestrator.close();
    database.close();
  }

  /** A leaving node stays if its step was forced. */
  function isStaying(id: string): boolean {
    return !model.forced || instance().nodes.get(id)?.leaving === undefined;
  }

  /** A node whose first step was forced is not launched. */
  function isWanted(id: string): boolean {
    return !model.forced || instance().nodes.get(id)?.state !== "absent";
  }

  function isDone(): boolean {
    const { plans, nodes } = instance();
    return (
      ["deploy", "recovery", "rolling"].every((name) => plans.get(name)?.status === "COMPLETE") &&
      nodes
        .ids()
        .filter(isWanted)
        .every((id) => nodes.get(id)?.state === "running")
    );
  }

  await start();
  await acknowledged(() => orchestrator.deploy(definition()));
  return { make, end };
}

function isUnderWay({ state }: TaskView): boolean {
  return state === "launching" || state === "waiting" || state === "running";
}

function memoryOf({ launches }: World, node: string): string | undefined {
  return launches.findLast((launch) => launch.node === node)?.command.environment.MEM;
}

const steps = ({ phases }: Plan) => phases.flatMap(({ steps }) => steps);
