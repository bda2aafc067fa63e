import { type BrokerClient, isReeveError } from "@reeve/broker-client";
import { expect } from "vitest";
import type { Page } from "./ledger.ts";

/** The group operations of every revision. */
type Groups = BrokerClient<"R1">["groups"] | BrokerClient<"R2">["groups"] | BrokerClient<"R3">["groups"];

/** Reads the groups of a cluster without traffic, which have no members, and resets and deletes one. The topic has 600 records. */
export async function changeGroups({ asked }: Page, groups: Groups): Promise<void> {
  const group = "reports";
  await asked("groups.list", groups.list(), (list) =>
    expect(list.map((each) => [each.group, each.members, each.lag])).toEqual([
      ["billing", 0, 600],
      [group, 0, 600],
      ["search", 0, 600],
    ]),
  );
  const proposal = await asked("groups.proposal", groups.proposal({ group, to: "last" }), (resets) =>
    expect(resets.map(({ from, lag }) => [from, lag])).toEqual(resets.map(() => [0, 0])),
  );
  expect(proposal.reduce((sum, { to }) => sum + to, 0)).toBe(600);
  await asked("groups.reset", groups.reset({ group, to: "last" }), (resets) => expect(resets).toEqual(proposal));
  await asked("groups.show", groups.show({ group }), ({ state, lag, offsets }) => {
    expect([state, lag]).toEqual(["Empty", 0]);
    expect(offsets.map(({ offset }) => offset)).toEqual(proposal.map(({ to }) => to));
  });
  const isMissing = (error: unknown) => isReeveError(error, "not-found");
  await expect(groups.show({ group: "report" })).rejects.toSatisfy(isMissing);
  await expect(groups.reset({ group, topics: "nothing", to: "first" })).rejects.toSatisfy(isMissing);
  await expect(groups.reset({ group, topics: "orders/999", to: "first" })).rejects.toSatisfy(isMissing);
  await asked("groups.delete", groups.delete({ group }), (deleted) => expect(deleted).toEqual({ group }));
  await expect(groups.show({ group })).rejects.toSatisfy(isMissing);
}
