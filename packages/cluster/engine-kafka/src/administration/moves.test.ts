import { memoryStore } from "@reeve/laws";
import { describe, expect, test } from "vitest";
import { fakeLinks, fakeMembers } from "../../test/fake-nodes.ts";
import { askBrokers } from "../cluster/ask-brokers.ts";
import { throttleOf } from "../cluster/throttle.ts";
import { protocol } from "../wire/protocol.ts";
import { movesOf } from "./moves.ts";

interface Kept {
  replicas: number[];
  isr: number[];
  leader: number;
  /** The replicas that the partition is moving to. */
  target?: number[];
}

/** A fake cluster of three brokers that copies data only when the test says so, and records the changes that it is asked for. */
async function cluster() {
  const partitions = new Map<string, Kept>([
    ["orders-0", { replicas: [0, 1], isr: [0, 1], leader: 0 }],
    ["orders-1", { replicas: [1, 0], isr: [0, 1], leader: 0 }],
  ]);
  const configs = new Map<string, string>();
  const requests: string[] = [];
  const refuses = { moves: false };
  const { alterPartitionReassignmentsV0, describeTopicPartitionsV0, incrementalAlterConfigsV1 } = await protocol();
  const { describeLogDirsV4, listPartitionReassignmentsV0 } = await protocol();

  const described = () => ({
    errorCode: 0,
    name: "orders",
    partitions: [...partitions].map(([name, { replicas, isr, leader, target }]) => ({
      partitionIndex: Number(name.split("-")[1]),
      leaderId: leader,
      leaderEpoch: 0,
      replicaNodes: [...new Set([...(target ?? []), ...replicas])],
      isrNodes: isr,
    })),
  });
  const moving = () => [
    {
      name: "orders",
      partitions: [...partitions].flatMap(([name, { replicas, target }]) =>
        target === undefined
          ? []
          : [
              {
                partitionIndex: Number(name.split("-")[1]),
                addingReplicas: target.filter((id) => !replicas.includes(id)),
                removingReplicas: replicas.filter((id) => !target.includes(id)),
              },
            ],
      ),
    },
  ];
  const reassign = (topics: readonly { name: string; partitions: { partitionIndex: number; replicas: number[] | null }[] }[]) => {
    if (refuses.moves) return { errorCode: 39, errorMessage: "no such broker", responses: [] };
    for (const { name, partitions: some } of topics) {
      for (const { partitionIndex, replicas } of some) {
        requests.push(`${name}-${partitionIndex} ${replicas === null ? "cancelled" : `to ${replicas}`}`);
        const kept = partitions.get(`${name}-${partitionIndex}`);
        if (kept && replicas === null) delete kept.target;
        else if (kept && replicas) kept.target = replicas;
      }
    }
    return { errorCode: 0, responses: [] };
  };
  type Altered = readonly {
    resourceName: string;
    configs: { name: string; configOperation: number; value?: string }[];
  }[];
  const alterConfigs = (resources: Altered) => {
    for (const { resourceName, configs: some } of resources) {
      for (const { name, configOperation, value = "" } of some) {
        if (configOperation === 0) configs.set(`${resourceName} ${name}`, value);
        else configs.delete(`${resourceName} ${name}`);
      }
    }
    return { responses: [] };
  };
  const answer = (api: unknown, args: readonly unknown[]): unknown => {
    if (api === describeTopicPartitionsV0.api) return { topics: [described()] };
    if (api === listPartitionReassignmentsV0.api) return { topics: moving() };
    if (api === alterPartitionReassignmentsV0.api) return reassign(args[2] as never);
    if (api === incrementalAlterConfigsV1.api) return alterConfigs(args[0] as never);
    if (api === describeLogDirsV4.api) return { results: [] };
    const [topics] = args as [readonly { name: string; partitions: readonly number[] }[]];
    for (const { name, partitions: some } of topics) {
      for (const number of some) {
        requests.push(`elect ${name}-${number}`);
        const kept = partitions.get(`${name}-${number}`);
        if (kept) kept.leader = kept.replicas[0] ?? -1;
      }
    }
    return { errorCode: 0, results: [] };
  };
  const links = fakeLinks((_, api, args) => answer(api, args));
  const members = fakeMembers(3);
  const store = memoryStore();
  const moves = () =>
    movesOf({
      brokers: askBrokers({ brokers: () => members }, { reads: links, changes: links }),
      members: { brokers: () => members } as never,
      reads: links,
      throttle: throttleOf(store, async () => links.to({ host: "", port: 0 })),
      interval: 1,
    });
  return {
    partitions,
    configs,
    asked: requests,
    refuses,
    /** Makes new moves, like a service that has just started: they only know what was stored. */
    moves,
    /** Completes all moves, so that the new replicas are in sync. */
    copy() {
      for (const kept of partitions.values()) {
        if (!kept.target) continue;
        kept.replicas = kept.target;
        kept.isr = kept.target;
        if (!kept.target.includes(kept.leader)) kept.leader = kept.target[0] ?? -1;
        delete kept.target;
      }
    },
  };
}

const work = {
  name: "move",
  parameters: {
    moves: [{ topic: "orders", number: 0, from: [0, 1], to: [2, 1], bytes: 10 }],
    throttle: 1000,
    before: 0,
    all: 10,
  },
};

function context() {
  const controller = new AbortController();
  const reports: string[] = [];
  const report = (message: string) => void reports.push(message);
  const input = { signal: controller.signal, report, secrets: {}, atNode: async () => undefined };
  return { ...input, reports, controller };
}

const until = async (holds: () => boolean) => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 1));
};

describe("a move", () => {
  test("is throttled while it goes on, and nothing is throttled after it", async () => {
    const { asked, configs, copy, moves, partitions } = await cluster();
    const input = context();
    const done = moves().perform(work, input);
    await until(() => input.reports.length > 0);
    expect(Object.fromEntries(configs)).toEqual({
      "0 leader.replication.throttled.rate": "1000",
      "0 follower.replication.throttled.rate": "1000",
      "1 leader.replication.throttled.rate": "1000",
      "1 follower.replication.throttled.rate": "1000",
      "2 leader.replication.throttled.rate": "1000",
      "2 follower.replication.throttled.rate": "1000",
      "orders leader.replication.throttled.replicas": "0:0,0:1",
      "orders follower.replication.throttled.replicas": "0:2",
    });
    copy();
    await done;
    expect(asked).toEqual(["orders-0 to 2,1"]);
    expect(partitions.get("orders-0")?.replicas).toEqual([2, 1]);
    expect([...configs]).toEqual([]);
  });

  test("with a slow throttle moves one partition after another, because brokers fetch 1 MiB of each at once", async () => {
    const { asked, copy, moves } = await cluster();
    const input = context();
    const second = { topic: "orders", number: 1, from: [1, 0], to: [2, 0], bytes: 10 };
    const both = { ...work.parameters, moves: [...work.parameters.moves, second] };
    const done = moves().perform({ name: "move", parameters: both }, input);
    await until(() => input.reports.length > 1);
    expect(asked).toEqual(["orders-0 to 2,1"]);
    copy();
    await until(() => asked.length > 1);
    copy();
    await done;
    expect(asked).toEqual(["orders-0 to 2,1", "orders-1 to 2,0"]);
  });

  test("that the brokers are at already is found after a kill of the service, and not begun anew", async () => {
    const { asked, configs, copy, moves } = await cluster();
    const killed = context();
    const ended = moves()
      .perform(work, killed)
      .catch(() => "ended");
    await until(() => killed.reports.length > 0);
    killed.controller.abort();
    await ended;
    const input = context();
    const done = moves().perform(work, input);
    await until(() => input.reports.length > 0);
    copy();
    await done;
    expect(asked).toEqual(["orders-0 to 2,1"]);
    expect([...configs]).toEqual([]);
  });

  test("that is cancelled leaves the replicas as they were, and no throttle", async () => {
    const { asked, configs, moves, partitions } = await cluster();
    const stopped = context();
    const all = moves();
    const ended = all.perform(work, stopped).catch(() => "ended");
    await until(() => stopped.reports.length > 0);
    stopped.controller.abort();
    await all.perform({ name: "cancel", parameters: {} }, context());
    await ended;
    expect(asked).toEqual(["orders-0 to 2,1", "orders-0 cancelled"]);
    expect(partitions.get("orders-0")).toEqual({ replicas: [0, 1], isr: [0, 1], leader: 0 });
    expect([...configs]).toEqual([]);
  });

  test("that is refused leaves no throttle", async () => {
    const { configs, moves, refuses } = await cluster();
    refuses.moves = true;
    await expect(moves().perform(work, context())).rejects.toThrow("partitions cannot be moved: no such broker");
    expect([...configs]).toEqual([]);
  });
});

describe("once nothing moves", () => {
  test("a throttle that was left is taken off, and the first replicas lead", async () => {
    const { asked, configs, copy, moves, partitions } = await cluster();
    const all = moves();
    await all.begin([{ topic: "orders", number: 0, from: [0, 1], to: [2, 1], bytes: 10 }], 1000);
    expect(configs.size).toBe(8);
    expect(await all.settle("first")).toEqual({ ready: false, reason: "partitions are moving" });
    expect(configs.size).toBe(8);
    copy();
    expect((await all.settle("first")).ready).toBe(false);
    expect(await all.settle("first")).toEqual({ ready: true });
    expect([...configs]).toEqual([]);
    expect(asked).toEqual(["orders-0 to 2,1", "elect orders-1"]);
    expect([...partitions.values()].every(({ leader, replicas }) => leader === replicas[0])).toBe(true);
  });

  test("leaders stay where they are, where that is wanted", async () => {
    const { asked, moves } = await cluster();
    expect(await moves().settle("any")).toEqual({ ready: true });
    expect(asked).toEqual([]);
  });

  test("a first replica that is not in sync is not made leader", async () => {
    const { asked, moves, partitions } = await cluster();
    partitions.set("orders-1", { replicas: [1, 0], isr: [0], leader: 0 });
    expect(await moves().settle("first")).toEqual({ ready: true });
    expect(asked).toEqual([]);
  });
});
