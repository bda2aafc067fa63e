import { isReeveError } from "@reeve/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { manualClock } from "../src/index.ts";
import { openInstance } from "./instance.ts";

type Command =
  | { readonly do: "stop" | "kill" | "launch" | "forceReplace"; readonly broker: number }
  /** Deletes the volumes of one or two brokers if the engine allows it. */
  | { readonly do: "replace"; readonly brokers: readonly number[] }
  /** One broker comes back and another stops, shortly before or after the first has caught up. */
  | { readonly do: "bounce"; readonly broker: number; readonly other: number; readonly wait: number }
  | { readonly do: "pass"; readonly milliseconds: number }
  | { readonly do: "create"; readonly topic: string; readonly partitions: number; readonly replication: number }
  | { readonly do: "alter" | "produce"; readonly topic: string; readonly count: number }
  | { readonly do: "delete"; readonly topic: string }
  | { readonly do: "reopen" };

const BROKERS = 4;
const SESSION = 3000;
const broker = fc.nat({ max: BROKERS - 1 });
const topic = fc.constantFrom("a", "b");
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom("stop", "kill", "launch"), broker }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("forceReplace"), broker }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("replace"),
      brokers: fc.uniqueArray(broker, { minLength: 1, maxLength: 2 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("pass"), milliseconds: fc.constantFrom(10, 70, 150, 230, 3000, 20_000) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("bounce"),
      broker,
      other: broker,
      wait: fc.integer({ min: 80, max: 220 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("create"),
      topic,
      partitions: fc.integer({ min: 1, max: 5 }),
      replication: fc.integer({ min: 1, max: BROKERS }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("produce"), topic, count: fc.integer({ min: 1, max: 40 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("alter"), topic, count: fc.integer({ min: 1, max: 8 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("delete"), topic }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("reopen") }) },
) as fc.Arbitrary<Command>;

interface Seen {
  readonly leader: number;
  readonly epoch: number;
  readonly isr: readonly number[];
  readonly end: bigint | undefined;
}

/** The service restarts while a replacement waits for the session of its predecessor to end. */
const REPLACED_IN_SESSION: Command[] = [
  { do: "create", topic: "a", partitions: 1, replication: 1 },
  { do: "kill", broker: 1 },
  { do: "forceReplace", broker: 1 },
  { do: "reopen" },
  { do: "stop", broker: 1 },
  { do: "stop", broker: 0 },
];

/** A topic is created and written to on a replacement broker before the session of its dead predecessor has ended. */
const WRITTEN_IN_SESSION: Command[] = [
  { do: "kill", broker: 0 },
  { do: "replace", brokers: [1] },
  { do: "forceReplace", broker: 0 },
  { do: "create", topic: "a", partitions: 1, replication: 1 },
  { do: "produce", topic: "a", count: 1 },
];

test("under any failures of brokers, partitions keep their invariants, and recover", { timeout: 120_000 }, async () => {
  const runs = fc.array(command, { minLength: 1, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(runs, async (commands) => {
      const clock = manualClock();
      const options = { random: () => 0.3, stopwatch: () => clock.now() };
      let brokers = await openInstance({ kind: "broker", settings: { BROKER_COUNT: BROKERS } }, clock, options);
      const admin = () => brokers.cluster.administration;
      /** When a broker's process ended; undefined while it runs. */
      const gone = new Map<number, number>();
      let seen = new Map<string, Seen>();
      /** The partitions that were on a broker whose volume was deleted by force. */
      const forced = new Set<string>();
      /** The offset up to which each partition has acknowledged records, even while it has no leader. */
      const ends = new Map<string, bigint>();
      const id = (index: number) => `broker-${index}`;

      const launch = async (index: number) => {
        const launched = brokers.launch(id(index));
        await clock.advance(60);
        await launched;
        gone.delete(index);
      };
      const stop = async (index: number) => {
        const stopped = brokers.stop(id(index));
        await clock.advance(150);
        await stopped;
        gone.set(index, clock.now() - SESSION);
      };

      async function obey(each: Command): Promise<void> {
        switch (each.do) {
          case "stop":
            if (!gone.has(each.broker)) await stop(each.broker);
            return;
          case "kill":
            if (gone.has(each.broker)) return;
            brokers.simulation.kill("test", id(each.broker));
            gone.set(each.broker, clock.now());
            return;
          case "launch":
            if (gone.has(each.broker)) await launch(each.broker);
            return;
          case "bounce":
            if (each.broker === each.other || gone.has(each.other)) return;
            if (!gone.has(each.broker)) await stop(each.broker);
            await launch(each.broker);
            await clock.advance(each.wait);
            await stop(each.other);
            return;
          case "forceReplace": {
            if (!gone.has(each.broker)) await stop(each.broker);
            for (const [name, { isr }] of await snapshot()) if (isr.includes(each.broker)) forced.add(name);
            brokers.deleteVolumes(id(each.broker));
            await launch(each.broker);
            return;
          }
          case "replace": {
            for (const index of each.brokers) if (!gone.has(index)) await stop(index);
            const lost = each.brokers.map((index) => brokers.node(id(index)));
            if (!(await brokers.cluster.mayLose(lost, new AbortController().signal)).ready) return;
            for (const index of each.brokers) brokers.deleteVolumes(id(index));
            for (const index of each.brokers) await launch(index);
            return;
          }
          case "pass":
            return clock.advance(each.milliseconds);
          case "create":
            return admin().create(each.topic, each.partitions, each.replication);
          case "alter":
            return admin().alter(each.topic, each.count);
          case "delete":
            await admin().delete(each.topic);
            return;
          case "produce": {
            const caller = new AbortController();
            const sending = admin().producerTest(each.topic, each.count, caller.signal);
            sending.catch(() => {});
            await clock.advance(40);
            caller.abort(new Error("timed out"));
            await sending.catch((error: unknown) => {
              if (!isReeveError(error) && String(error) !== "Error: timed out") throw error;
            });
            return;
          }
          case "reopen":
            await brokers.close();
            brokers = await brokers.reopen();
        }
      }

      async function snapshot(): Promise<Map<string, Seen>> {
        const now = new Map<string, Seen>();
        for (const name of await admin().topics()) {
          const [described, ends] = await Promise.all([
            admin().describe(name),
            // While one of a topic's partitions has no leader, its offsets are an error.
            admin()
              .offsets(name, "last")
              .catch((error: unknown) => {
                expect(error).toMatchObject({ code: "unreachable" });
                return [];
              }),
          ]);
          if (described.some(({ leader }) => leader < 0)) expect(ends).toEqual([]);
          for (const [number, { leader, leader_epoch: epoch, isr }] of described.entries()) {
            now.set(`${name}/${number}`, { leader, epoch, isr, end: ends[number] });
          }
        }
        return now;
      }

      async function check(sameTopics: boolean): Promise<void> {
        const now = await snapshot();
        const longGone = [...gone].filter(([, at]) => clock.now() - at >= SESSION).map(([index]) => index);
        for (const [name, { leader, epoch, isr }] of now) {
          expect(new Set(isr).size, `${name}: each replica once`).toBe(isr.length);
          expect(isr.length, `${name}: the last one in sync stays in the list`).toBeGreaterThan(0);
          if (leader >= 0) expect(isr, `${name}: the leader is in sync`).toContain(leader);
          if (leader >= 0) expect(longGone, `${name}: the leader runs`).not.toContain(leader);
          if (isr.length > 1) for (const each of isr) expect(longGone, `${name}: all in sync run`).not.toContain(each);
          if (leader < 0) expect(isr, `${name}: without a leader only the last one is in sync`).toHaveLength(1);
          const before = seen.get(name);
          if (!before || !sameTopics) continue;
          expect(epoch, `${name}: epochs only rise`).toBeGreaterThanOrEqual(before.epoch);
          if (leader !== before.leader) expect(epoch, `${name}: the epoch rises with a new leader`).toBeGreaterThan(before.epoch);
        }
        if (!sameTopics) ends.clear();
        for (const [name, { end }] of now) {
          if (end === undefined) continue;
          const before = ends.get(name) ?? 0n;
          if (!forced.has(name)) expect(end, `${name}: nothing acknowledged is lost`).toBeGreaterThanOrEqual(before);
          ends.set(name, end);
        }
        seen = now;
      }

      for (let index = 0; index < BROKERS; index++) await launch(index);
      await clock.advance(500);
      for (const each of commands) {
        await obey(each).catch((error: unknown) => {
          if (!isReeveError(error)) throw error;
        });
        await check(each.do !== "delete" && each.do !== "create");
      }

      for (const index of [...gone.keys()]) await launch(index);
      await clock.advance(60_000);
      await check(true);
      expect(await admin().underReplicated()).toEqual([]);
      expect(await admin().unavailable()).toEqual([]);
      for (let index = 0; index < BROKERS; index++) expect(await brokers.ready(id(index))).toBe("ready");
      await brokers.close();
    }),
    { numRuns: 300, examples: [[REPLACED_IN_SESSION], [WRITTEN_IN_SESSION]] },
  );
});
