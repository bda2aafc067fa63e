import type { NodeView } from "@reeve/orchestrator/engine";
import { expect, test } from "vitest";
import { fakeLinks } from "../../test/fake-nodes.ts";
import { NotSent } from "../wire/link.ts";
import { protocol } from "../wire/protocol.ts";
import { mayLoseBroker } from "./losing.ts";
import { type KafkaMember, kafkaMembersOf } from "./members.ts";

interface Script {
  /** The states of controllers and brokers. */
  readonly controllers: readonly NodeView["state"][];
  readonly brokers: readonly NodeView["state"][];
  /** The in-sync replicas of the only partition, as the controllers report them. */
  readonly isr?: readonly number[];
  /** The brokers that the controllers count as running (default: the brokers that run). */
  readonly listed?: readonly number[];
  /** The outdated in-sync replicas that some brokers report, because they no longer follow the controllers. */
  readonly stale?: Readonly<Record<number, readonly number[]>>;
}

type Asked = [entries: readonly { readonly ops: readonly { readonly key: string; readonly value?: number }[] }[]];

const { alterClientQuotasV1, describeClientQuotasV1, describeQuorumV2, metadataV12 } = await protocol();

/** Makes fake nodes, which answer while they run. The first controller leads and still counts all replicas as in sync. */
function nodes({ controllers, brokers, isr = [], listed, stale = {} }: Script) {
  const view = (podType: string, state: NodeView["state"], index: number) =>
    ({
      id: `${podType}-${index}`,
      podType,
      index,
      state,
      placement: { addresses: ["host"], ports: { [podType]: podType === "broker" ? index : 1000 + index } },
    }) as unknown as NodeView;
  const all = [
    ...controllers.map((state, index) => view("controller", state, index)),
    ...brokers.map((state, index) => view("broker", state, index)),
  ];
  const replica = (replicaId: number) => ({ replicaId, logEndOffset: 10n, lastFetchTimestamp: 1000n });
  const quorum = {
    errorCode: 0,
    leaderId: 1000,
    leaderEpoch: 1,
    highWatermark: 10n,
    currentVoters: controllers.map((_, index) => replica(1000 + index)),
    observers: brokers.map((_, index) => replica(index)),
  };
  const partition = (isrNodes: readonly number[]) => ({
    ...{ partitionIndex: 0, leaderId: -1, leaderEpoch: 0 },
    ...{ replicaNodes: [0, 1, 2], isrNodes },
  });
  let quota: { readonly key: string; readonly value?: number } | undefined;
  const answerOf = (api: unknown, args: unknown, index: number): unknown => {
    const behind = stale[index];
    switch (api) {
      case alterClientQuotasV1.api: {
        const [entries] = args as Asked;
        const [op] = entries[0]?.ops ?? [];
        quota = op && "value" in op ? op : undefined;
        return { entries: [{ errorCode: 0 }] };
      }
      case describeClientQuotasV1.api:
        return { entries: quota && !behind ? [{ values: [quota] }] : [] };
      case metadataV12.api: {
        const there = listed ?? brokers.flatMap((state, id) => (state === "running" ? [id] : []));
        return { brokers: (behind ? brokers.map((_, id) => id) : there).map((nodeId) => ({ nodeId })) };
      }
      default:
        return { topics: [{ name: "orders", errorCode: 0, partitions: [partition(behind ?? isr)] }] };
    }
  };
  const links = fakeLinks((port, api, args) => {
    const node = all.find(({ placement }) => Object.values(placement?.ports ?? {})[0] === port);
    if (node?.state !== "running") throw new NotSent("no connection");
    if (api !== describeQuorumV2.api) return answerOf(api, args, node.index);
    const led = port === 1000 ? quorum : { errorCode: 6, leaderId: 1000 };
    return { errorCode: 0, topics: [{ partitions: [led] }] };
  });
  const members = kafkaMembersOf({ nodes: () => all });
  return (...ids: string[]) =>
    mayLoseBroker(
      ids.map((id) => all.find((node) => node.id === id) as NonNullable<KafkaMember["node"]>),
      members,
      links,
    );
}

test("one of three controllers may be lost, but none while another has just died", async () => {
  const running = nodes({ controllers: ["running", "running", "running"], brokers: ["running"] });
  expect(await running("controller-1")).toEqual({ ready: true });
  expect(await running("controller-1", "controller-2")).toMatchObject({ ready: false });
  // The active controller still counts both replicas as in sync.
  const died = nodes({ controllers: ["running", "failed", "failed"], brokers: ["running"] });
  for (const id of ["controller-1", "controller-2"]) {
    expect(await died(id)).toMatchObject({
      ready: false,
      reason: expect.stringMatching(/^1 of 3 controllers would be in sync, which is no majority/),
    });
  }
});

test("a broker may be lost where another one that runs is in sync", async () => {
  const controllers = ["running"] as const;
  const all = nodes({ controllers, brokers: ["running", "running", "running"], isr: [0, 1, 2] });
  expect(await all("broker-1")).toEqual({ ready: true });
  expect(await all("broker-1", "broker-2")).toEqual({ ready: true });
  const behind = nodes({ controllers, brokers: ["running", "running", "running"], isr: [1] });
  expect(await behind("broker-0")).toEqual({ ready: true });
  expect(await behind("broker-1")).toEqual({
    ready: false,
    reason: "orders-0 is in sync only on broker-1; bring back broker-0, broker-2, or force the operation",
  });
});

test("a broker that has just died still counts as in sync for the controllers, but not here", async () => {
  const died = nodes({ controllers: ["running"], brokers: ["running", "failed", "failed"], isr: [1, 2] });
  for (const [id, other] of [
    ["broker-1", "broker-2"],
    ["broker-2", "broker-1"],
  ] as const) {
    expect(await died(id)).toEqual({
      ready: false,
      reason: `orders-0 has no in-sync replica on another running broker; bring back ${other}, or force the operation`,
    });
  }
});

test("a broker that runs but no longer follows the controllers is not trusted", async () => {
  const script = { controllers: ["running"], brokers: ["failed", "running", "running"], isr: [0] } as const;
  const all = [0, 1, 2];
  expect(await nodes({ ...script, stale: { 1: all, 2: all } })("broker-0")).toMatchObject({
    ready: false,
    reason: expect.stringContaining("cannot determine which partitions have in-sync replicas only on broker-0"),
  });
  expect(await nodes({ ...script, stale: { 1: all } })("broker-0")).toEqual({
    ready: false,
    reason: "orders-0 is in sync only on broker-0; bring back broker-0, or force the operation",
  });
});

test("a stopped broker may be lost only when the cluster has noticed the stop", async () => {
  const script = { controllers: ["running"], brokers: ["failed", "running", "running"], isr: [0, 1, 2] } as const;
  expect(await nodes({ ...script, listed: [0, 1, 2] })("broker-0")).toEqual({
    ready: false,
    reason: "the cluster has not noticed yet that broker-0 stopped",
  });
  expect(await nodes({ ...script, isr: [1, 2] })("broker-0")).toEqual({ ready: true });
});

test("where no other broker answers nothing is known; the reason names the brokers to bring back", async () => {
  const alone = nodes({ controllers: ["running"], brokers: ["failed", "failed", "failed"], isr: [0, 1, 2] });
  expect(await alone("broker-0")).toEqual({
    ready: false,
    reason:
      "cannot determine which partitions have in-sync replicas only on broker-0: no other broker answers; bring back broker-1, broker-2, or force the operation",
  });
});
