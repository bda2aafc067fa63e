import { isReeveError, type ReeveError } from "@reeve/contract";
import type { Exchange } from "../src/options.ts";

export const read: Exchange = {
  request: { method: "GET", path: "/service/kafka/v1/topics", query: "" },
  effect: "read",
  operation: "topics.list",
  revision: "R3",
};

export const change: Exchange = {
  request: { method: "PUT", path: "/service/kafka/v1/topics/orders", query: "operation=partitions&partitions=3" },
  effect: "change",
  operation: "topics.alter",
  revision: "R3",
};

/** The error that a call ends with. */
export async function failureOf(work: Promise<unknown>): Promise<ReeveError> {
  try {
    await work;
  } catch (error) {
    if (isReeveError(error)) return error;
    throw error;
  }
  throw new Error("it did not fail");
}
