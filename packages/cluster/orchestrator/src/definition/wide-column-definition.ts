import { choice } from "@reeve/contract";
import * as v from "valibot";
import { type CommonDefinition, commonEntries, count, cpus, megabytes } from "./common.ts";

/** The definition of a wide-column database service. */
export interface WideColumnDefinition extends CommonDefinition {
  readonly kind: "wide-column";
  readonly revision: "W1";
  readonly settings: WideColumnSettings;
}

/** The settings of database nodes. Sizes are in MB. */
export interface WideColumnSettings {
  readonly NODE_COUNT: number;
  readonly NODE_CPUS: number;
  readonly NODE_MEM: number;
  readonly NODE_DISK: number;
}

export const WideColumnDefinition = v.strictObject({
  kind: v.literal("wide-column"),
  revision: v.exactOptional(choice("W1"), "W1"),
  settings: v.exactOptional(
    v.strictObject({
      NODE_COUNT: count(3),
      NODE_CPUS: cpus(0.5),
      NODE_MEM: megabytes(2048),
      NODE_DISK: megabytes(5000),
    }),
    {},
  ),
  ...commonEntries({ principal: "cassandra-principal", role: "cassandra-role" }),
});
