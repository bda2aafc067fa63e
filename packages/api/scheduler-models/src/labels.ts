import { maybe, object, type Schema } from "@reeve/contract";
import * as v from "valibot";

/** A key with its value, as in labels and reservations. */
export interface Label {
  readonly key: string;
  readonly value?: string | null;
}

/** Labels in the scheduler's nested form. */
export interface Labels {
  readonly labels: readonly Label[];
}

const Label: Schema<Label> = object({ key: v.string(), value: maybe(v.string()) });

export const Labels: Schema<Labels> = object({ labels: v.array(Label) });

/** A value in the scheduler's wrapper: ids come as `{ "value": "…" }`. */
export interface Wrapped<Value> {
  readonly value: Value;
}

export const Id: Schema<Wrapped<string>> = object({ value: v.string() });
