import { memoryStore } from "@reeve/laws";
import type { NodeView } from "@reeve/orchestrator/engine";
import { expect, test } from "vitest";
import type { ControllerQuorum } from "./quorum.ts";
import { rememberedVoters } from "./voters.ts";

const voter = (replicaId: number, lastFetchTimestamp = 1000n) => ({
  replicaId,
  logEndOffset: 10n,
  lastFetchTimestamp,
});
const led = (currentVoters: ControllerQuorum["currentVoters"]): ControllerQuorum => ({
  leaderId: 1000,
  leaderEpoch: 1,
  highWatermark: 10n,
  currentVoters,
  observers: [],
});

/** Makes controllers with these volumes. */
function controllers(...volumes: string[]) {
  const nodes = (names: readonly string[]) =>
    names.map((volume, index) => ({ index, volumes: { "controller-data": volume } }) as unknown as NodeView);
  let now = nodes(volumes);
  const store = memoryStore();
  const open = () => rememberedVoters({ store, log: () => undefined }, () => now);
  return { open, voters: open(), become: (...names: string[]) => (now = nodes(names)) };
}

const three = [voter(1000), voter(1001), voter(1002)];

test("while a majority has the volumes that it voted with, a leader may be elected", () => {
  const { voters, become } = controllers("a", "b", "c");
  expect(voters.whyNoMajority()).toBeUndefined();
  voters.learn(led(three));
  expect(voters.whyNoMajority()).toBeUndefined();
  become("a", "b", "other");
  expect(voters.whyNoMajority()).toBeUndefined();
});

test("where a majority has lost them the reason says what that means, also after a restart of the service", () => {
  const { open, voters, become } = controllers("a", "b", "c");
  voters.learn(led(three));
  become("a", "other", "another");
  for (const each of [voters, open()]) {
    expect(each.whyNoMajority()).toBe(
      "no leader can be elected: controller-1, controller-2 of 3 voting controllers have lost the volume; the brokers' data stays on the brokers' volumes, but is unreachable until a majority of the controllers has its volumes back; if they are lost for good, make a new instance",
    );
  }
});

test("one that was replaced counts with its new volume once it has a vote and is in sync", () => {
  const { voters, become } = controllers("a", "b", "c");
  voters.learn(led(three));
  become("a", "b2", "c");
  // The leader still lists the vote of a replaced predecessor, which no longer fetches.
  voters.learn(led([voter(1000, 9000n), voter(1001, 1000n), voter(1002, 9000n)]));
  voters.learn(led(three));
  become("a", "b2", "c2");
  expect(voters.whyNoMajority()).toBeUndefined();
});
