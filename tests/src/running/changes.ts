import { isDeepStrictEqual } from "node:util";
import { callOperation } from "@reeve/client";
import { type AnyApi, inputFields, isReeveError, type ListedOperation, listOperations } from "@reeve/contract";
import { expect } from "vitest";

/** A running instance in one revision of its API, on which all changes are tested. */
export interface Scene {
  readonly api: AnyApi;
  readonly revision: string;
  /** The client with which the operations are called. */
  readonly client: object;
  /** Makes the consumer group of the examples, with offsets on the topic `orders`, if the brokers have none of their own. */
  makeGroup?(): Promise<void>;
  /** Starts a rollout that stays at its first node during the test. Without this function, the controls of rollouts are not tested. */
  startRollout?(): Promise<void>;
  /** Lets the rollout complete. */
  goOn?(): Promise<void>;
}

/** The controls of partition moves, in an order in which each one has an effect. */
const CONTROLS_OF_MOVES = ["partitions.interrupt", "partitions.continue", "partitions.stop"];

/** The controls of a rolling restart, in an order in which each one has an effect. */
const CONTROLS_OF_RESTART = ["rollingRestart.interrupt", "rollingRestart.continue", "rollingRestart.stop"];

type Input = Readonly<Record<string, unknown>>;

/** The controls of a rollout, in an order in which each one has an effect. */
const CONTROLS = ["interrupt", "continue", "stop", "start", "forceComplete", "restart"];

/**
 * Makes every change of the revision. Before and after each change, calls the read that the declaration of the change names. The instance
 * comes to rest between two changes, so that each difference comes from one change. Returns the tested operations.
 */
export async function walkChanges(scene: Scene): Promise<readonly string[]> {
  const listed = listOperations(scene.api, scene.revision).filter(({ operation }) => operation.effect !== "read");
  const controls = listed
    .filter(({ noun, verb }) => noun === "plans" && CONTROLS.includes(verb))
    .toSorted((a, b) => CONTROLS.indexOf(a.verb) - CONTROLS.indexOf(b.verb));
  const named = (names: readonly string[]) => names.flatMap((name) => listed.find((each) => each.name === name) ?? []);
  const moves = named(CONTROLS_OF_MOVES);
  const restarts = named(CONTROLS_OF_RESTART);
  const others = listed.filter((each) => ![...controls, ...moves, ...restarts].includes(each)).toSorted((a, b) => rank(a) - rank(b));
  for (const each of others) {
    await settle(scene);
    if (each.name === "partitions.balance") await controlMoves(scene, moves);
    if (each.name === "rollingRestart.start") await controlRestart(scene, listed, restarts);
    if (each.name === "groups.reset") await scene.makeGroup?.();
    await expectShown(scene, each, inputOf(each));
    // A paused node only resumes if it is restarted.
    if (each.verb === "pause") await callOperation(scene.client, `${each.noun}.restart`, inputOf(each));
  }
  await settle(scene);
  const done = [...others, ...moves, ...restarts].map(({ name }) => name);
  if (!scene.startRollout) return done;
  await scene.startRollout();
  for (const each of controls) await expectShown(scene, each, await stepOf(scene, each));
  return [...done, ...controls.map(({ name }) => name)];
}

/** Moves partitions slowly, so that the moves can be controlled. Afterwards all partitions are on their first brokers again. */
async function controlMoves(scene: Scene, moves: readonly ListedOperation[]): Promise<void> {
  await callOperation(scene.client, "topics.producerTest", { topic: "orders", messages: 1000 });
  await callOperation(scene.client, "partitions.balance", { away_from: "broker-0", throttle: "1B/s" });
  for (const each of moves) await expectShown(scene, each, {});
  await settle(scene);
}

/** Controls a rolling restart, which waits for as long as a node is paused. */
async function controlRestart(scene: Scene, listed: readonly ListedOperation[], restarts: readonly ListedOperation[]): Promise<void> {
  const pause = listed.find(({ name }) => name === "nodes.pause");
  const input = pause ? inputOf(pause) : {};
  await callOperation(scene.client, "nodes.pause", input);
  await settle(scene);
  await callOperation(scene.client, "rollingRestart.start", {});
  for (const each of restarts) await expectShown(scene, each, {});
  await callOperation(scene.client, "nodes.restart", input);
  await settle(scene);
}

/** Waits until every plan is complete, and continues a plan that waits for an operator. */
async function settle({ client, goOn }: Scene): Promise<void> {
  await goOn?.();
  const statuses = async () => {
    const names = (await callOperation(client, "plans.all", {})).read() as readonly string[];
    const plans = names.map(async (plan) => (await callOperation(client, "plans.inspect", { plan })).read());
    return (await Promise.all(plans)).map((plan) => (plan as { readonly status: string }).status);
  };
  const areComplete = async () => {
    const all = await statuses();
    if (all.includes("WAITING")) await callOperation(client, "plans.continue", {});
    return all;
  };
  await expect
    .poll(areComplete, { interval: 10, timeout: 90_000 })
    .toSatisfy((all: readonly string[]) => all.every((status) => status === "COMPLETE"));
}

/**
 * The order of the changes: creations come first and deletions last. A backup is restored before further writes, because a restore refuses
 * a database with other data.
 */
function rank({ noun, verb, operation: { effect } }: ListedOperation): number {
  if (noun === "backup" || noun === "restore") return 0;
  if (verb === "create") return 1;
  // A group loses its offsets with their topic.
  if (verb === "delete") return noun === "groups" ? 4 : 5;
  return effect === "change" ? 2 : 3;
}

function inputOf({ operation }: ListedOperation): Input {
  const input = operation.example as Input;
  return "force" in inputFields(operation) ? { ...input, force: "data-loss" } : input;
}

/**
 * The input of an operation that controls the rollout. `restart` gets a step that is COMPLETE, and every other operation gets the first
 * step that is not.
 */
async function stepOf({ client }: Scene, { verb, operation }: ListedOperation): Promise<Input> {
  const fields = inputFields(operation);
  const named = "plan" in fields && operation.example !== undefined ? { plan: "deploy" } : {};
  if (!("step" in fields) || !("step" in (operation.example as Input))) return named;
  const plan = (await callOperation(client, "plans.show", {})).read() as {
    readonly phases: readonly { readonly name: string; readonly steps: readonly { name: string; status: string }[] }[];
  };
  for (const { name, steps } of plan.phases) {
    const step = steps.find(({ status }) => (status === "COMPLETE") === (verb === "restart"));
    if (step) return { ...named, phase: name, step: step.name };
  }
  throw new Error(`the rollout has no step for ${verb}`);
}

/** Expects that the declared read has the same answer until the change is made, and another answer afterwards. */
async function expectShown({ client, api, revision }: Scene, { name, operation }: ListedOperation, input: Input): Promise<void> {
  const { verifiedBy = "" } = operation;
  const read = listOperations(api, revision).find((each) => each.name === verifiedBy);
  expect(read, `${name} is shown by ${verifiedBy}`).toBeDefined();
  const value = Object.keys(read ? inputFields(read.operation) : {}).filter((field) => field in input);
  const ask = () => answerOf(client, verifiedBy, Object.fromEntries(value.map((field) => [field, input[field]])));
  let before = await ask();
  await expect
    .poll(
      async () => {
        const now = await ask();
        const isQuiet = isDeepStrictEqual(now, before);
        before = now;
        return isQuiet;
      },
      { interval: 20, timeout: 20_000, message: `${verifiedBy} does not come to rest before ${name}` },
    )
    .toBe(true);
  await callOperation(client, name, input);
  await expect
    .poll(ask, { interval: 2, timeout: 20_000, message: `${api.name} ${revision} ${name} shows in ${verifiedBy}` })
    .not.toEqual(before);
}

/** The answer of a read. The error `not-found` also counts as an answer. */
async function answerOf(client: object, name: string, input: Input): Promise<unknown> {
  try {
    return (await callOperation(client, name, input)).text;
  } catch (error) {
    if (isReeveError(error, "not-found")) return "not there";
    throw error;
  }
}
