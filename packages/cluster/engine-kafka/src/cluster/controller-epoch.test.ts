import type { EngineContext } from "@reeve/orchestrator/engine";
import { expect, test } from "vitest";
import { controllerEpochs } from "./controller-epoch.ts";
import type { ControllerQuorum, NoQuorum } from "./quorum.ts";

const led = (leaderEpoch: number): ControllerQuorum => ({
  leaderId: 1000,
  leaderEpoch,
  highWatermark: 0n,
  currentVoters: [],
  observers: [],
});
const silent: NoQuorum = { reason: "the controllers do not answer yet", isRefused: false };

/** Fake controllers with answers in order, and what was stored and logged. */
function epochs({ kept, isFull = false }: { readonly kept?: number; readonly isFull?: boolean } = {}) {
  const answers: (ControllerQuorum | NoQuorum | Promise<ControllerQuorum>)[] = [];
  const logged: string[] = [];
  let now = 0;
  let value: unknown = kept;
  const context = {
    store: {
      get: () => value,
      write: ([[, written]]: [[string, unknown]]) => {
        if (isFull) throw new Error("the disk is full");
        value = written;
      },
    },
    clock: { now: () => (now += 2000) },
    log: (_: string, message: string) => logged.push(message),
  } as unknown as EngineContext<unknown>;
  const made = controllerEpochs(context, async () => answers.shift() ?? silent);
  return { ...made, answers, logged, kept: () => value };
}

test("while no controller answers, the last known epoch stands, also after a restart of the service", async () => {
  const it = epochs();
  it.answers.push(led(4));
  expect([await it.current(), await it.current(), it.kept()]).toEqual([4, 4, 4]);
  expect(await epochs({ kept: 4 }).current()).toBe(4);
});

test("the epoch is taken from answers to other questions", async () => {
  const it = epochs();
  it.learn(led(7));
  expect([await it.current(), it.kept()]).toEqual([7, 7]);
});

test("an epoch that was never known is an error", async () => {
  await expect(epochs().current()).rejects.toThrow("the epoch of the controllers is not known: the controllers do not answer yet");
});

test("controllers that hang do not delay the last known epoch", async () => {
  const it = epochs({ kept: 3 });
  it.answers.push(new Promise(() => undefined));
  expect(await it.current()).toBe(3);
});

test("a full disk does not prevent reads", async () => {
  const it = epochs({ isFull: true });
  it.answers.push(led(2));
  expect([await it.current(), await it.current(), it.kept()]).toEqual([2, 2, undefined]);
  expect(it.logged).toEqual(["the epoch of the controllers could not be stored"]);
});
