import { ReeveError } from "@reeve/contract";
import { describe, expect, test } from "vitest";
import { fakeLinks, fakeMembers } from "../../test/fake-nodes.ts";
import { NOT_ALLOWED, NOT_LEADER } from "../wire/error-codes.ts";
import { openLinks } from "../wire/link.ts";
import type { KafkaMember } from "./members.ts";
import { askQuorum, isControllerInStep } from "./quorum.ts";

const partition = (more: object) => ({ errorCode: 0, topics: [{ partitions: [{ errorCode: 0, ...more }] }] });
const leads = partition({ leaderId: 1001, leaderEpoch: 5 });
const follows = partition({ errorCode: NOT_LEADER, leaderId: 1001 });
const refuses = { errorCode: NOT_ALLOWED, topics: [] };

/**
 * Asks fake controllers that give these answers. A controller whose answer is undefined refuses the connection; one whose answer is a
 * pending promise hangs.
 */
function ask(...answers: readonly unknown[]) {
  const links = fakeLinks((port) => {
    if (answers[port] === undefined) throw new Error("connection refused");
    return answers[port];
  });
  return askQuorum({ controllers: () => fakeMembers(answers.length, "controller") }, links);
}

test("the leader's answer comes at once, even while another controller hangs", async () => {
  expect(await ask(new Promise(() => undefined), follows, leads)).toMatchObject({ leaderId: 1001, leaderEpoch: 5 });
});

test("where no leader is known, the reason is given", async () => {
  expect(await ask(follows, undefined)).toEqual({ reason: "the controllers have no leader yet", isRefused: false });
  expect(await ask(undefined)).toEqual({ reason: "the controllers do not answer yet", isRefused: false });
  expect(await ask(follows, refuses)).toEqual({
    reason:
      "controller-1 does not say which controller leads: CLUSTER_AUTHORIZATION_FAILED; the authorizer must allow this for User:ANONYMOUS, the user as which the service and the nodes connect",
    isRefused: true,
  });
});

test("if the service may not connect to controllers, this is the reason", async () => {
  const links = openLinks(async () => {
    throw new ReeveError("conflict", "a permission is missing");
  });
  const controllers = [{ node: { id: "controller-0" }, endpoint: { host: "controller-0.tests.invalid", port: 9093 } }];
  expect(await askQuorum({ controllers: () => controllers as KafkaMember[] }, links)).toEqual({
    reason: "a permission is missing",
    isRefused: true,
  });
});

describe("a controller is in sync", () => {
  const replica = (replicaId: number, lastFetchTimestamp: bigint, logEndOffset = 100n) => ({
    replicaId,
    lastFetchTimestamp,
    logEndOffset,
  });
  const isSo = (voter: ReturnType<typeof replica>, ...observers: readonly ReturnType<typeof replica>[]) => {
    const currentVoters = [replica(1000, 50_000n), voter];
    return isControllerInStep({ leaderId: 1000, leaderEpoch: 1, highWatermark: 100n, currentVoters, observers }, 1001);
  };

  test("when it has a vote, follows, and has fetched lately", () => {
    expect(isSo(replica(1001, 49_500n))).toBe(true);
    expect(isSo(replica(1001, 49_500n, 10n))).toBe(false);
    expect(isSo(replica(1001, 40_000n))).toBe(false);
  });

  test("not by its predecessor's vote, but as soon as it has one of its own", () => {
    expect(isSo(replica(1001, 49_000n), replica(1001, 49_900n, 0n))).toBe(false);
    // The leader still lists the replaced predecessor, for some minutes.
    expect(isSo(replica(1001, 49_900n), replica(1001, 45_000n, 60n))).toBe(true);
  });
});
