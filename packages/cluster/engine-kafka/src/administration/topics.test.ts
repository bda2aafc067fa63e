import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { fakeLinks, fakeMembers } from "../../test/fake-nodes.ts";
import { askBrokers } from "../cluster/ask-brokers.ts";
import { answerTimeout, NotSent } from "../wire/link.ts";
import { protocol } from "../wire/protocol.ts";
import { administerTopics } from "./topics.ts";

type Behaviour = "answers" | "hangs" | "is absent" | "answers slowly, page by page";

// The protocol's library is loaded on first use, which would take time in the first test.
beforeAll(async () => void (await protocol()));
beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

const partition = (partitionIndex: number, leaderId: number) => ({
  partitionIndex,
  leaderId,
  leaderEpoch: 3,
  replicaNodes: [0, 1, 2],
  isrNodes: leaderId < 0 ? [0] : [0, 1, 2],
});

/** Makes brokers with one topic. broker-0 leads the first partition, and no broker leads the second. */
function topics(...behaviours: Behaviour[]) {
  const members = fakeMembers(behaviours.length);
  const known = [{ name: "orders", errorCode: 0, partitions: [partition(0, 0), partition(1, -1)] }];
  const links = fakeLinks(
    (port, _api, _args, deadline) =>
      new Promise((resolve, reject) => {
        const behaviour = behaviours[port];
        const answer = (nextCursor?: object) => resolve({ topics: known, results: [], nextCursor });
        if (behaviour === "is absent") reject(new NotSent("no connection"));
        if (behaviour === "answers") answer();
        if (behaviour === "answers slowly, page by page") setTimeout(() => answer({ topicName: "orders", partitionIndex: 1 }), 4000);
        setTimeout(() => reject(answerTimeout(deadline)), deadline);
      }),
  );
  const brokers = askBrokers({ brokers: () => members }, { reads: links, changes: links });
  const { administration } = administerTopics({ brokers, controllerEpoch: async () => 7, isInSyncGiven: () => false });
  return administration;
}

type Administration = ReturnType<typeof topics>;

const reads: Readonly<Record<string, (administration: Administration) => Promise<unknown>>> = {
  "the list of topics": (administration) => administration.topics(),
  "the description of a topic": (administration) => administration.describe("orders"),
  "what is said of a topic beside it": (administration) => administration.alone("orders"),
  "the under-replicated partitions": (administration) => administration.underReplicated(),
  "the partitions without a leader": (administration) => administration.unavailable(),
};

/** The result of a read, which is awaited while the fake time advances by these milliseconds. */
async function after(milliseconds: number, reading: Promise<unknown>): Promise<unknown> {
  const settled = reading.then(
    () => "answered",
    (error: unknown) => error,
  );
  const open = Symbol("it is still waited for");
  await vi.advanceTimersByTimeAsync(milliseconds);
  return Promise.race([settled, Promise.resolve(open)]);
}

test.each(Object.keys(reads))("%s answers at once while the leading broker hangs", async (name) => {
  expect(await after(300, read(name, topics("hangs", "answers", "answers")))).toBe("answered");
});

test.each(Object.keys(reads))("%s is 504 after six seconds where every broker hangs", async (name) => {
  expect(await after(6000, read(name, topics("hangs", "hangs", "hangs")))).toMatchObject({
    code: "timed-out",
    message: expect.stringContaining("broker-1: no answer within 5 s"),
  });
});

test.each(Object.keys(reads))("%s is 503 at once where no broker runs", async (name) => {
  for (const administration of [topics("is absent", "is absent"), topics()]) {
    expect(await after(0, read(name, administration))).toMatchObject({ code: "unreachable" });
  }
});

test("a read of many pages ends within ten seconds, however slowly pages come", async () => {
  const slowly = topics("answers slowly, page by page", "hangs").underReplicated();
  expect(await after(10_000, slowly)).toMatchObject({
    code: "timed-out",
    message: expect.stringContaining("broker-0: no answer within 10 s"),
  });
});

test("partitions without a leader are listed, and described like others", async () => {
  const administration = topics("hangs", "answers");
  const [description, unavailable] = [administration.describe("orders"), administration.unavailable()];
  await vi.advanceTimersByTimeAsync(300);
  expect((await description).map(({ leader }) => leader)).toEqual([0, -1]);
  expect(await unavailable).toEqual([{ topic: "orders", partition: 1, leader: undefined, replicas: [0, 1, 2], isr: [0] }]);
});

function read(name: string, administration: Administration): Promise<unknown> {
  const result = reads[name];
  if (!result) throw new Error(`no read is called ${name}`);
  return result(administration);
}
