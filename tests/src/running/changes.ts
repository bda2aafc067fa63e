import { isDeepStrictEqual } from "node:util";
import { callOperation } from "@reeve/client";
import { type AnyApi, inputFields, isReeveError, type ListedOperation, listOperations } from "@reeve/contract";
import { expect } from "vitest";

/** A running instance to change, in one revision of its API. */
export interface Scene {
  readonly api: AnyApi;
  readonly revision: string;
  /** The client that calls its operations. */
  readonly client: object;
  /** Starts a rollout that stays at its first node for the length of the test; without it, operations that control rollouts are left out. */
  startRollout?(): Promise<void>;
  /** Lets the rollout complete. */
  goOn?(): Promise<void>;
}

/** What is done to partitions that move, in an order in which each of them changes something. */
const CONTROLS_OF_MOVES = ["partitions.interrupt", "partitions.continue", "partitions.stop"];

type Input = Readonly<Record<string, unknown>>;

/** The controls of a rollout, in an order in which each changes something. */
const CONTROLS = ["interrupt", "continue", "stop", "start", "forceComplete", "restart"];

/**
 * Makes every change that the revision has, and calls the read that its declaration names before and after it. Between two changes
 * everything settles, so that a difference comes from the change. Returns the operations that were tested.
 */
export async function walkChanges(scene: Scene): Promise<readonly string[]> {
  const listed = listOperations(scene.api, scene.revision).filter(({ operation }) => operation.effect !== "read");
  const controls = listed
    .filter(({ noun, verb }) => noun === "plans" && CONTROLS.includes(verb))
    .toSorted((a, b) => CONTROLS.indexOf(a.verb) - CONTROLS.indexOf(b.verb));
  const moves = CONTROLS_OF_MOVES.flatMap((name) => listed.find((each) => each.name === name) ?? []);
  const others = listed
    .filter((each) => !controls.includes(each) && !moves.includes(each))
    .toSorted((a, b) => rank(a) - rank(b));
  for (const each of others) {
    await settle(scene);
    if (each.name === "partitions.balance") await controlMoves(scene, moves);
    await expectShown(scene, each, inputOf(each));
    // A paused node comes back only with a restart.
    if (each.verb === "pause") await callOperation(scene.client, `${each.noun}.restart`, inputOf(each));
  }
  await settle(scene);
  const done = [...others, ...moves].map(({ name }) => name);
  if (!scene.startRollout) return done;
  await scene.startRollout();
  for (const each of controls) await expectShown(scene, each, await stepOf(scene, each));
  return [...done, ...controls.map(({ name }) => name)];
}

/** Partitions move so slowly that they can be controlled, and are back where they were in the end. */
async function controlMoves(scene: Scene, moves: readonly ListedOperation[]): Promise<void> {
  await callOperation(scene.client, "topics.producerTest", { topic: "orders", messages: 1000 });
  await callOperation(scene.client, "partitions.balance", { away_from: "broker-0", throttle: "1B/s" });
  for (const each of moves) await expectShown(scene, each, {});
  await settle(scene);
}

/** Waits until every plan is complete or waits to be continued. */
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
 * Things are created before they are needed, and deleted last. A backup is restored where nothing has been written since, because a restore
 * refuses other data.
 */
function rank({ noun, verb, operation: { effect } }: ListedOperation): number {
  if (noun === "backup" || noun === "restore") return 0;
  if (verb === "create") return 1;
  if (verb === "delete") return 4;
  return effect === "change" ? 2 : 3;
}

function inputOf({ operation }: ListedOperation): Input {
  const input = operation.example as Input;
  return "force" in inputFields(operation) ? { ...input, force: "data-loss" } : input;
}

/** The input of a change of the rollout. A step to restart is a complete one; any other is the first incomplete one. */
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

/** The declared read returns the same answer until the change is made, and a different one afterwards. */
async function expectShown(
  { client, api, revision }: Scene,
  { name, operation }: ListedOperation,
  input: Input,
): Promise<void> {
  const { verifiedBy = "" } = operation;
  const read = listOperations(api, revision).find((each) => each.name === verifiedBy);
  expect(read, `${name} is shown by ${verifiedBy}`).toBeDefined();
  const given = Object.keys(read ? inputFields(read.operation) : {}).filter((field) => field in input);
  const ask = () => answerOf(client, verifiedBy, Object.fromEntries(given.map((field) => [field, input[field]])));
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

/** The answer of a read; "not found" counts as an answer. */
async function answerOf(client: object, name: string, input: Input): Promise<unknown> {
  try {
    return (await callOperation(client, name, input)).text;
  } catch (error) {
    if (isReeveError(error, "not-found")) return "not there";
    throw error;
  }
}
