import { integer, text } from "@reeve/contract";
import * as v from "valibot";
import type { Runtime } from "../runtime.ts";
import type { CommonDefinition } from "./common.ts";

/**
 * What a definition can say to an engine or a runtime: the entries of a schema, by their names, each with what it means (`about`) and its default. What
 * checks, shows or documents definitions reads them here.
 */
export type Settings = Readonly<Record<string, v.GenericSchema>>;

/** Marks a setting that changes nothing of what runs: it is taken over at once, and makes no new configuration. */
export function immediate<Setting extends v.GenericSchema>(setting: Setting): Setting {
  // Metadata changes nothing of what a schema takes and gives.
  return v.pipe(setting, v.metadata({ immediate: true })) as unknown as Setting;
}

/** Settings of the software itself, by the names of its own configuration. */
export type SoftwareSettings = Readonly<Record<string, string | number | boolean>>;

/** A setting that holds the software's own, with what it is otherwise. Which of them there are, the engine says when it makes pod specs. */
export function softwareSettings(
  usual: SoftwareSettings,
): v.ExactOptionalSchema<v.GenericSchema<SoftwareSettings>, SoftwareSettings> {
  const settings = v.pipe(
    v.record(
      text("the name of an engine setting", /^[A-Za-z][\w.-]{0,200}$/),
      v.union([v.string(), v.number(), v.boolean()], "expected text, a number, true or false"),
    ),
    v.maxEntries(1000, "expected at most 1000 settings"),
  );
  return v.exactOptional(settings, usual);
}

/** A setting that holds ports by their names, those that are not to be found free. */
export function portSettings(): v.ExactOptionalSchema<
  v.GenericSchema<Readonly<Record<string, number>>>,
  Readonly<Record<string, number>>
> {
  return v.exactOptional(v.record(v.string(), integer(1, 65_535)), {});
}

/** The names of the settings that are taken over at once. */
export function immediateOf(settings: Settings = {}): ReadonlySet<string> {
  const names = Object.entries(settings).filter(([, setting]) => v.getMetadata(setting).immediate === true);
  return new Set(names.map(([name]) => name));
}

/** What an instance's definition says to its runtime, with the defaults. */
export function runtimeSettings(
  { runtime }: Pick<CommonDefinition, "runtime">,
  { settings = {} }: Pick<Runtime, "settings">,
): Readonly<Record<string, unknown>> {
  return v.parse(v.object(settings), typeof runtime === "object" ? runtime : {});
}
