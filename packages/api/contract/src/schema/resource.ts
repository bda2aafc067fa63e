import * as v from "valibot";
import { isRecord } from "./is-record.ts";
import type { Schema } from "./schema.ts";

/**
 * Declares an object that servers send, with a name for the documents. The object has at least these fields, and additional fields are
 * kept. Unlike valibot's `looseObject` it refuses arrays and returns the same object: nothing is copied, and no field is lost
 * (`looseObject` drops `__proto__`, `constructor` and `prototype`).
 */
// @__NO_SIDE_EFFECTS__
export function resource<const Entries extends v.ObjectEntries>(
  name: string,
  about: string,
  entries: Entries,
): v.LooseObjectSchema<Entries, undefined> {
  return v.pipe(object(entries), v.title(name), v.description(about));
}

/** Declares a list that servers send, with a name for the documents. */
// @__NO_SIDE_EFFECTS__
export function resourceList<Item>(name: string, about: string, item: Schema<Item>): Schema<readonly Item[]> {
  return v.pipe(v.array(item), v.title(name), v.description(about));
}

/** Like `resource`, for an object that is a part of another object and needs no name in the documents. */
// @__NO_SIDE_EFFECTS__
export function object<const Entries extends v.ObjectEntries>(entries: Entries): v.LooseObjectSchema<Entries, undefined> {
  return keepingTheObject(v.looseObject(entries), () => undefined);
}

/** An object whose keys are data. Each key and value must fit its schema, including `__proto__`. */
// @__NO_SIDE_EFFECTS__
export function keyed<Value extends v.GenericSchema>(
  key: v.GenericSchema<string, string>,
  value: Value,
): v.RecordSchema<v.GenericSchema<string, string>, Value, undefined> {
  return keepingTheObject(v.record(key, value), (input) =>
    Object.keys(input).find((name) => skippedByValibot.has(name) && !(v.is(key, name) && v.is(value, input[name]))),
  );
}

const skippedByValibot = new Set(["__proto__", "constructor", "prototype"]);

/**
 * Replaces the function that runs an object schema; the fields that describe the schema (type, entries, key, value) stay those of valibot.
 */
function keepingTheObject<Schema extends v.GenericSchema>(
  schema: Schema,
  unfit: (input: Record<string, unknown>) => string | undefined,
): Schema {
  const stock = schema["~run"];
  const run: typeof stock = (dataset, config) => {
    const input = dataset.value;
    if (Array.isArray(input)) {
      v._addIssue(schema, "type", dataset, config);
      // The dataset is a failure now, because `_addIssue` has just added an issue; the type does not show this.
      return dataset as unknown as v.FailureDataset<v.BaseIssue<unknown>>;
    }
    const result = stock.call(schema, dataset, config);
    if (!result.typed || result.issues || !isRecord(input)) return result;
    const key = unfit(input);
    if (key !== undefined) {
      const path: [v.ObjectPathItem] = [{ type: "object", origin: "key", input, key, value: input[key] }];
      v._addIssue(schema, "key", result, config, { input: key, path });
      return result;
    }
    return { ...result, value: original(input, result.value) };
  };
  return Object.assign(schema, { "~run": run });
}

function original(input: Record<string, unknown>, output: unknown): unknown {
  if (!isRecord(output)) return input;
  const changed = Object.keys(output).some((key) => output[key] !== input[key]);
  return changed ? { ...input, ...output } : input;
}
