import { type BrokerClient, isReeveError, type Plan } from "@reeve/broker-client";
import { expect, vi } from "vitest";
import { soon } from "./cluster.ts";
import type { Page } from "./ledger.ts";

/** The client of a broker in any revision. */
type Broker = BrokerClient<"R1"> | BrokerClient<"R2"> | BrokerClient<"R3">;

const topic = "moving";

/**
 * Moves the replicas of a new topic; interrupts, continues and stops the moves; adds replicas and elects leaders. Deletes the topic at the
 * end, so that only the plan `partitions` remains.
 */
export async function movePartitions({ asked }: Page, { partitions, topics }: Broker): Promise<void> {
  const away = { topics: topic, away_from: "broker-0" };
  const placed = () => partitions.list({ topics: topic });
  await expect(partitions.show()).rejects.toSatisfy((error) => isReeveError(error, "not-found"));
  await topics.create({ topic, partitions: 6, replication: 2 });
  await topics.producerTest({ topic, messages: 600 });
  const before = await asked("partitions.list", placed(), (list) =>
    expect(list.map(({ partition, isr }) => [partition, isr.length])).toEqual([0, 1, 2, 3, 4, 5].map((id) => [id, 2])),
  );
  const proposal = await asked("partitions.proposal", partitions.proposal(away), ({ moves }) =>
    expect(moves.map(({ from, to }) => [from.includes(0), to.includes(0)])).toEqual(Array(4).fill([true, false])),
  );
  expect(await placed()).toEqual(before);

  // The move is so slow that it can be interrupted and stopped before it ends.
  await asked("partitions.balance", partitions.balance({ ...away, throttle: "1B/s" }), ({ moves, throttle }) =>
    expect([moves, throttle]).toEqual([proposal.moves, 1]),
  );
  await asked("partitions.show", partitions.show(), ({ status }) => expect(status).not.toBe("COMPLETE"));
  await asked("partitions.interrupt", partitions.interrupt(), hasActed);
  await asked("partitions.continue", partitions.continue(), hasActed);
  await asked("partitions.stop", partitions.stop(), hasActed);
  await seeComplete(partitions);
  const copies = (list: typeof before) => list.map(({ replicas, isr }) => [replicas, isr.toSorted()]);
  expect(copies(await placed())).toEqual(copies(before));

  await partitions.balance(away);
  await seeComplete(partitions);
  expect((await placed()).every(({ replicas }) => !replicas.includes(0))).toBe(true);
  const byHand = { topic, numbers: "0,1", replicas: "2,broker-1" };
  const assignment = await asked("partitions.assignment", partitions.assignment(byHand), ({ moves }) =>
    expect(moves.every(({ partition, to }) => partition < 2 && to.join() === "2,1")).toBe(true),
  );
  await asked("partitions.assign", partitions.assign(byHand), (proposed) => expect(proposed).toEqual(assignment));
  await seeComplete(partitions);
  expect((await placed()).slice(0, 2).map(({ replicas }) => replicas)).toEqual([
    [2, 1],
    [2, 1],
  ]);
  await expect(partitions.assign({ topic, replicas: "1,1" })).rejects.toSatisfy((error) => isReeveError(error, "bad-input"));
  const third = await asked("topics.proposal", topics.proposal({ topic, copies: 3 }), ({ moves }) => expect(moves).toHaveLength(6));
  await asked("topics.replication", topics.replication({ topic, copies: 3 }), (proposed) => expect(proposed).toEqual(third));
  await seeComplete(partitions);
  expect((await placed()).every(({ isr }) => isr.length === 3)).toBe(true);
  await asked("partitions.electLeaders", partitions.electLeaders({ topics: topic }), ({ errors }) => expect(errors).toEqual([]));
  await seeComplete(partitions);
  expect((await placed()).every(({ leader, replicas }) => leader === replicas[0])).toBe(true);
  await topics.delete({ topic });
}

const hasActed = ({ changed }: { readonly changed: boolean }) => expect(changed).toBe(true);

async function seeComplete({ show }: { show(): Promise<Plan> }): Promise<void> {
  await vi.waitFor(async () => expect(await show()).toMatchObject({ status: "COMPLETE" }), soon);
}
