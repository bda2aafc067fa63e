import { about, integer, operation, type Schema, text } from "@reeve/contract";
import * as v from "valibot";
import { GroupDeletion, GroupDetails, Groups, OffsetResets } from "./group-resources.ts";

/** A consumer group by name. */
export interface GroupInput {
  /** Name of the consumer group. */
  readonly group: string;
}

/** Where a consumer group continues to read. Exactly one of `to`, `offset` and `by` is given. */
export interface ResetInput extends GroupInput {
  /** Topics, or partitions such as `orders/0`, separated by commas (default: all on which the group has offsets). */
  readonly topics?: string;
  /** `first`, `last`, or a time such as `2026-01-31T08:00:00Z`: the first record that was written then or later. */
  readonly to?: string | number;
  /** The offset itself. */
  readonly offset?: number;
  /** Number of records to go forward, or back if negative. */
  readonly by?: number;
}

/** A reset with its time in milliseconds. */
export interface CheckedReset extends Omit<ResetInput, "to"> {
  readonly to?: "first" | "last" | number;
}

const GroupName: Schema<string, string> = about(
  "name of the consumer group",
  text("the name of a consumer group (1 to 255 characters)", /^(?!\.{1,2}$)[ -~\u00a0-\uffff]{1,255}$/),
  { names: "group", isPositional: true },
);

export const GroupInput: Schema<GroupInput, GroupInput> = v.strictObject({ group: GroupName });

const EXPECTED = "first, last, or a time such as 2026-01-31T08:00:00Z or milliseconds since 1970";

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/;

/** A time in the one form that the service needs, so that the request and its log do not depend on a time zone. */
const ResetTime: v.GenericSchema<string | number, "first" | "last" | number> = v.pipe(
  v.union([v.string(), integer(0, undefined, EXPECTED)], `expected ${EXPECTED}`),
  v.check((to) => readTime(to) !== undefined, `expected ${EXPECTED}`),
  v.transform((to) => readTime(to) ?? "last"),
);

function readTime(to: string | number): "first" | "last" | number | undefined {
  if (to === "first" || to === "last" || typeof to === "number") return to;
  if (/^\d{1,16}$/.test(to)) return Number.isSafeInteger(Number(to)) ? Number(to) : undefined;
  const time = ISO.test(to) ? Date.parse(to) : Number.NaN;
  return Number.isNaN(time) || time < 0 ? undefined : time;
}

export const ResetInput: Schema<CheckedReset, ResetInput> = v.pipe(
  v.strictObject({
    group: GroupName,
    topics: about(
      "topics, or partitions such as orders/0, separated by commas (default: all on which the group has offsets)",
      v.exactOptional(
        text(
          "topics, or partitions such as orders/0, separated by commas",
          /^[\w.-]{1,249}(?:\/\d{1,7})?(?:,[\w.-]{1,249}(?:\/\d{1,7})?){0,999}$/,
        ),
      ),
      { names: "topic", hasCommas: true },
    ),
    to: about(
      "first, last, or a time such as 2026-01-31T08:00:00Z: the first record that was written then or later",
      v.exactOptional(ResetTime),
    ),
    offset: about("the offset itself", v.exactOptional(integer(0))),
    by: about("number of records to go forward, or back if negative", v.exactOptional(integer())),
  }),
  v.forward(
    v.partialCheck(
      [["to"], ["offset"], ["by"]],
      (input) => [input.to, input.offset, input.by].filter((each) => each !== undefined).length === 1,
      "expected exactly one of to, offset and by",
    ),
    ["to"],
  ),
);

const QUERY = "topics={topics}&to={to}&offset={offset}&by={by}";

export const listGroups = operation({
  summary: "List the consumer groups with their states, members and lag",
  about: "The lag is the number of records that a group has not read.",
  effect: "read",
  output: Groups,
  list: { of: "consumer groups", hasEvents: false },
  names: { group: (groups) => groups.map(({ group }) => group) },
  routes: { "*": "GET {reeve}/groups" },
});

export const showGroup = operation({
  summary: "Show a consumer group: its members, and how far it has read each partition",
  effect: "read",
  input: GroupInput,
  output: GroupDetails,
  routes: { "*": "GET {reeve}/groups/{group}" },
  example: { group: "reports" },
});

export const proposeReset = operation({
  summary: "Show which offsets a reset would set",
  about: "It refuses the same requests as the reset.",
  effect: "read",
  input: ResetInput,
  output: OffsetResets,
  routes: { "*": `GET {reeve}/groups/{group}/reset?${QUERY}` },
  example: { group: "reports", to: "last" },
});

export const resetGroup = operation({
  summary: "Set the offsets of a consumer group, so that it reads records again or skips them",
  about: "Only a group without members can be reset, so stop its clients first. A dry run shows the new offsets.",
  effect: "destroy",
  verifiedBy: "groups.show",
  previewedBy: "groups.proposal",
  consequence: "This replaces the offsets of the group {group}, which then reads records again or skips them. The offsets before are lost.",
  confirmation: { act: "resetting a group", name: "{group}", detail: "reset" },
  input: ResetInput,
  output: OffsetResets,
  routes: { "*": `POST {reeve}/groups/{group}/reset?${QUERY}` },
  example: { group: "reports", to: "last" },
});

export const deleteGroup = operation({
  summary: "Delete a consumer group with its offsets",
  about: "Only a group without members can be deleted. If its clients start again, they begin where they do without offsets.",
  effect: "destroy",
  verifiedBy: "groups.list",
  consequence: "This deletes the group {group} with its offsets. It cannot be undone.",
  confirmation: { act: "deleting a group", name: "{group}" },
  wait: { by: "absence", done: "group {group} is gone" },
  each: "group",
  changesNames: true,
  resultName: "group",
  input: GroupInput,
  output: GroupDeletion,
  routes: { "*": "DELETE {reeve}/groups/{group}" },
  example: { group: "reports" },
});

/** The operations on consumer groups, by verb. */
export const groupOperations = {
  list: listGroups,
  show: showGroup,
  proposal: proposeReset,
  reset: resetGroup,
  delete: deleteGroup,
} as const;
