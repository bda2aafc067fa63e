import { about, type Schema, textOrNumber } from "@reeve/contract";
import { type Force, force, NUMBER } from "@reeve/scheduler-models";
import * as v from "valibot";

/** A broker by its number: `0` or `"0"`. */
export interface BrokerInput {
  /** Number of the broker. */
  readonly broker: number | string;
}

/** A broker's number as the API writes it: digits. */
export interface BrokerId {
  readonly broker: string;
}

const Broker = textOrNumber("the number of a broker (0, 1, 2, …)", new RegExp(`^${NUMBER}$`));

const entries = { broker: about("number of the broker", Broker, { names: "broker", isPositional: true }) };

export const BrokerInput: Schema<BrokerId, BrokerInput> = v.strictObject(entries);

export const ReplaceBrokerInput: Schema<BrokerId & Force, BrokerInput & Force> = v.strictObject({ ...entries, force });
