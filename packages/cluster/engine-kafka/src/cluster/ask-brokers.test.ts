import type { API } from "@platformatic/kafka";
import { afterEach, expect, test, vi } from "vitest";
import { fakeLinks, fakeMembers } from "../../test/fake-nodes.ts";
import { AnswerTimeout, type Link, NotSent } from "../wire/link.ts";
import { askBrokers } from "./ask-brokers.ts";

afterEach(() => void vi.useRealTimers());

type Behaviour = "answers" | "hangs" | "refuses connections" | "breaks" | "takes too long";

/** Makes fake brokers with given behaviours, and lists the requests that they got. */
function cluster(...behaviours: Behaviour[]) {
  const count: number[] = [];
  const members = fakeMembers(behaviours.length);
  async function answer(port: number): Promise<unknown> {
    count.push(port);
    const behaviour = behaviours[port];
    if (behaviour === "hangs") return new Promise(() => undefined);
    if (behaviour === "refuses connections") throw new NotSent("connection refused");
    if (behaviour === "breaks") throw new Error("the connection broke");
    if (behaviour === "takes too long") throw new AnswerTimeout("no answer within 20 s");
    return `broker-${port}`;
  }
  const links = fakeLinks(answer);
  return {
    asked: count,
    behaviours,
    brokers: askBrokers({ brokers: () => members }, { reads: links, changes: links }),
  };
}

const api = {} as API<[], string>;
const ask = (link: Link) => link.call(api, [], 1000);

test("one of the brokers that answer is asked", async () => {
  const { asked, brokers } = cluster("answers", "answers", "answers");
  expect([await brokers.read(ask), await brokers.read(ask)]).toEqual(["broker-0", "broker-0"]);
  expect(asked).toEqual([0, 0]);
});

test("a broker that hangs delays no read, and is asked last from then on", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { asked, brokers } = cluster("hangs", "answers", "answers");
  const reading = brokers.read(ask);
  await vi.advanceTimersByTimeAsync(300);
  expect(await reading).toBe("broker-1");
  expect(await brokers.read(ask)).toBe("broker-1");
  expect(asked).toEqual([0, 1, 1]);
});

test.each(["refuses connections", "breaks"] as const)("where one %s the next is asked at once", async (behaviour) => {
  // Timers are fake, so no time passes.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { asked, behaviours, brokers } = cluster(behaviour, "answers");
  expect(await brokers.read(ask)).toBe("broker-1");
  behaviours[0] = "answers";
  behaviours[1] = behaviour;
  expect(await brokers.read(ask)).toBe("broker-0");
  expect(await brokers.read(ask)).toBe("broker-0");
  expect(asked).toEqual([0, 1, 1, 0, 0]);
});

test("where no broker answers, the reason of each is given", async () => {
  await expect(cluster("breaks", "refuses connections").brokers.read(ask)).rejects.toThrow(
    "no broker answers (broker-0: the connection broke, broker-1: connection refused); the deploy plan and the recovery plan show why",
  );
  await expect(cluster().brokers.read(ask)).rejects.toThrow("no broker answers (none runs)");
});

test("a change goes to one broker that answers, once", async () => {
  const { asked, brokers } = cluster("hangs", "answers", "answers");
  expect(await brokers.change(() => ({ api }), [])).toBe("broker-1");
  expect(asked).toEqual([0, 1, 1]);
  expect(await brokers.change(() => ({ api }), [])).toBe("broker-1");
  expect(asked).toEqual([0, 1, 1, 1]);
});

test("a change that was sent is not sent to another broker", async () => {
  const { asked, behaviours, brokers } = cluster("answers", "answers");
  await brokers.read(ask);
  behaviours[0] = "breaks";
  await expect(brokers.change(() => ({ api }), [])).rejects.toThrow(
    "broker-0: the connection broke; the change may still be made: check before you repeat the request",
  );
  expect(asked).toEqual([0, 0]);
});

test("a change whose answer times out is not reported as failed", async () => {
  const { behaviours, brokers } = cluster("answers");
  await brokers.read(ask);
  behaviours[0] = "takes too long";
  await expect(brokers.change(() => ({ api }), [])).rejects.toMatchObject({
    code: "timed-out",
    message: "broker-0: no answer within 20 s; the change may still be made: check before you repeat the request",
  });
});

test("a change ends when all brokers that answer show it", async () => {
  const { brokers } = cluster("answers", "answers", "answers");
  const polls = new Map<string, number>();
  await brokers.seen(async (link) => {
    const broker = String(await ask(link));
    const count = (polls.get(broker) ?? 0) + 1;
    polls.set(broker, count);
    return broker !== "broker-1" || count === 3;
  });
  expect([...polls]).toEqual([
    ["broker-0", 1],
    ["broker-1", 3],
    ["broker-2", 1],
  ]);
});

test("once one broker shows a change, the others have a moment; one that is behind then is asked last", async () => {
  const { asked, brokers } = cluster("answers", "hangs", "answers");
  await brokers.seen(async (link) => (await ask(link)) === "broker-2");
  expect(await brokers.read(ask)).toBe("broker-2");
  asked.length = 0;
  await brokers.seen(async (link) => (await ask(link)) === "broker-2");
  expect(asked).toEqual([2]);
});

test("a broker that is behind answers nothing while another one is only slow, and is asked again once it shows the change", async () => {
  const { behaviours, brokers } = cluster("answers", "answers");
  let isShown = false;
  await brokers.seen(async (link) => (await ask(link)) === "broker-0" || isShown);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  behaviours[0] = "hangs";
  let answer: unknown;
  const reading = brokers.read(ask).then(
    (read) => (answer = read),
    (error: Error) => (answer = error.message),
  );
  await vi.advanceTimersByTimeAsync(5000);
  expect(answer).toBeUndefined();
  await vi.advanceTimersByTimeAsync(5000);
  await reading;
  expect(answer).toMatch("no broker answers");
  vi.useRealTimers();
  isShown = true;
  await vi.waitFor(async () => expect(await brokers.read(ask)).toBe("broker-1"), 20_000);
});

test("a broker that was slow before a change answers no read until it shows the change", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { behaviours, brokers } = cluster("hangs", "answers");
  const slow = brokers.read(ask);
  await vi.advanceTimersByTimeAsync(300);
  expect(await slow).toBe("broker-1");
  behaviours[0] = "answers";
  await brokers.seen(async (link) => (await ask(link)) === "broker-1");
  behaviours[1] = "hangs";
  let answer: unknown;
  void brokers.read(ask).then((read) => {
    answer = read;
  });
  await vi.advanceTimersByTimeAsync(5000);
  expect(answer).toBeUndefined();
});

test("a broker that is behind on two changes has caught up when it shows both", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { behaviours, brokers } = cluster("answers", "answers");
  const shown = new Set<string>();
  const change = (name: string) => async (link: Link) => (await ask(link)) === "broker-0" || shown.has(name);
  await brokers.seen(change("first"));
  await brokers.seen(change("second"));
  shown.add("first");
  await vi.advanceTimersByTimeAsync(400);
  behaviours[0] = "hangs";
  const reading = brokers.read(ask).catch((error: Error) => error.message);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await reading).toMatch("no broker answers");
  vi.useRealTimers();
  shown.add("second");
  await vi.waitFor(async () => expect(await brokers.read(ask)).toBe("broker-1"), 20_000);
});

test("where no broker answers, the outcome of a change is unknown", async () => {
  await expect(cluster("breaks", "breaks").brokers.seen(async () => Promise.reject(new Error("gone")))).rejects.toThrow(
    "no broker answers (broker-0: gone, broker-1: gone)",
  );
});
