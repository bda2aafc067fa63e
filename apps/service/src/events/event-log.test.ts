import { describe, expect, test } from "vitest";
import { createEventLog, type EventLog } from "./event-log.ts";

const set = (log: EventLog, key: string, value: number, service = "kafka") => log.set({ key, service, name: "node", data: { value } });

const textAfter = (log: EventLog, id: number, service?: string) => {
  let [text, last] = ["", id];
  for (let batch = log.after(last, service); batch; batch = log.after(last, service)) {
    text += new TextDecoder().decode(batch.bytes);
    last = batch.to;
  }
  return text;
};

const valuesIn = (text: string) => [...text.matchAll(/"value":(\d+)/g)].map(([, value]) => Number(value));

describe("a log of events", () => {
  test("has the newest event of each object, in the order in which they happened", () => {
    const log = createEventLog("p");
    for (const [key, value] of [
      ["a", 1],
      ["b", 2],
      ["a", 3],
    ] as const)
      set(log, key, value);
    expect(textAfter(log, 0)).toBe('id: p-2\nevent: node\ndata: {"value":2}\n\nid: p-3\nevent: node\ndata: {"value":3}\n\n');
    expect(valuesIn(textAfter(log, 2))).toEqual([3]);
    expect(log.after(3)).toBeUndefined();
  });

  test("has no event for an object that did not change", () => {
    const log = createEventLog("p");
    set(log, "a", 1);
    set(log, "a", 1);
    expect(log.latest()).toBe(1);
  });

  test("gives watchers of one instance the events of that one", () => {
    const log = createEventLog("p");
    set(log, "a", 1);
    set(log, "b", 2, "hdfs");
    set(log, "c", 3, "other");
    expect(valuesIn(textAfter(log, 0, "hdfs"))).toEqual([2]);
    expect(log.after(3, "hdfs")).toBeUndefined();
  });

  test("is cut into batches of about 64 KB, and gives all watchers the same bytes", () => {
    const log = createEventLog("p");
    for (let index = 0; index < 5000; index++) set(log, `node-${index}`, index);
    const first = log.after(0);
    expect(first?.bytes.length).toBeLessThan(70_000);
    expect(log.after(0)).toBe(first);
    expect(valuesIn(textAfter(log, 0))).toHaveLength(5000);
  });

  test("grows with the number of objects, not with the number of events", () => {
    const log = createEventLog("p");
    for (let round = 0; round < 10_000; round++) set(log, `node-${round % 10}`, round);
    expect(valuesIn(textAfter(log, 0))).toEqual([9990, 9991, 9992, 9993, 9994, 9995, 9996, 9997, 9998, 9999]);
    expect(log.covers(0)).toBe(true);
  });

  test("reports removed objects until there are too many, and then asks old watchers to begin again", () => {
    const log = createEventLog("p");
    set(log, "kept", 7);
    for (let index = 0; index < 1001; index++) {
      set(log, `node-${index}`, index);
      log.gone({ key: `node-${index}`, service: "kafka", name: "gone", data: { node: index } });
    }
    expect(textAfter(log, 0)).toBe('id: p-1\nevent: node\ndata: {"value":7}\n\n');
    expect([log.covers(1), log.covers(log.latest())]).toEqual([false, true]);
  });

  test("recognises ids that come from another process", () => {
    const log = createEventLog("p");
    expect(log.read(log.write(12))).toBe(12);
    expect([log.read("q-12"), log.read("12"), log.read("")]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
    expect(log.covers(Number.NaN)).toBe(false);
  });
});
