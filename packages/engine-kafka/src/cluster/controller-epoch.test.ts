import type { EngineContext } from "@reeve/orchestrator";
import { expect, test } from "vitest";
import { controllerEpochs } from "./controller-epoch.ts";
import type { NoQuorum, Quorum } from "./quorum.ts";

const led = (leaderEpoch: number): Quorum => ({
  leaderId: 1000,
  leaderEpoch,
  highWatermark: 0n,
  currentVoters: [],
  observers: [],
});
const silent: NoQuorum = { reason: "the controllers do not answer yet", isRefused: false };

/** Controllers that answer as they are told, one answer after another, and what is kept and logged. */
function epochs({ kept, isFull = false }: { readonly kept?: number; readonly isFull?: boolean } = {}) {
  const answers: (Quorum | NoQuorum | Promise<Quorum>)[] = [];
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

test("while nobody answers it is what it was, across services", async () => {
  const it = epochs();
  it.answers.push(led(4));
  expect([await it.current(), await it.current(), it.kept()]).toEqual([4, 4, 4]);
  expect(await epochs({ kept: 4 }).current()).toBe(4);
});

test("it is learnt from whoever asked for something else", async () => {
  const it = epochs();
  it.learn(led(7));
  expect([await it.current(), it.kept()]).toEqual([7, 7]);
});

test("one that nobody ever told is not made up", async () => {
  await expect(epochs().current()).rejects.toThrow(
    "the epoch of the controllers is not known: the controllers do not answer yet",
  );
});

test("controllers that hang keep nobody waiting who would be told what is known", async () => {
  const it = epochs({ kept: 3 });
  it.answers.push(new Promise(() => undefined));
  expect(await it.current()).toBe(3);
});

test("a full disk keeps nobody from reading", async () => {
  const it = epochs({ isFull: true });
  it.answers.push(led(2));
  expect([await it.current(), await it.current(), it.kept()]).toEqual([2, 2, undefined]);
  expect(it.logged).toEqual(["the epoch of the controllers could not be written down"]);
});
