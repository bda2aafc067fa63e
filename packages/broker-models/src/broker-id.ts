import { about, integer, type Schema, text } from "@reeve/contract";
import * as v from "valibot";

/** Which broker, by its number: `0` or `"0"`. */
export interface BrokerInput {
  readonly broker: number | string;
}

/** A broker's number as the API writes it: digits. */
export interface BrokerId {
  readonly broker: string;
}

const EXPECTED = "the number of a broker (0, 1, 2, …)";

export const BrokerInput: Schema<BrokerId, BrokerInput> = v.strictObject({
  broker: about(
    "number of the broker",
    v.pipe(
      v.union([text(EXPECTED, /^(0|[1-9]\d{0,15})$/), integer(0, undefined, EXPECTED)], `expected ${EXPECTED}`),
      v.transform(String),
    ),
  ),
});
