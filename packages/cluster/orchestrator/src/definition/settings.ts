import { integer } from "@reeve/contract";
import * as v from "valibot";
import type { Runtime } from "../runtime.ts";
import type { CommonDefinition } from "./common.ts";

/**
 * The settings that an engine or a runtime declares for definitions: a schema for each name, with a description (`about`) and a default.
 * The checks, the reference pages and the displays are derived from these schemas.
 */
export type SettingSchemas = Readonly<Record<string, v.GenericSchema>>;

/**
 * Marks a setting that does not affect running nodes. When such a setting changes, the change applies at once, without a new configuration.
 */
export function immediate<Setting extends v.GenericSchema>(setting: Setting): Setting {
  // The cast is safe, because metadata does not change what a schema accepts or returns.
  return v.pipe(setting, v.metadata({ immediate: true })) as unknown as Setting;
}

/** The schema of a field that assigns fixed port numbers to named ports. All other ports are chosen automatically. */
export function portSettings(): v.ExactOptionalSchema<v.GenericSchema<Readonly<Record<string, number>>>, Readonly<Record<string, number>>> {
  return v.exactOptional(v.record(v.string(), integer(1, 65_535)), {});
}

/** The names of the settings that apply at once. */
export function immediateOf(settings: SettingSchemas = {}): ReadonlySet<string> {
  const names = Object.entries(settings).filter(([, setting]) => v.getMetadata(setting).immediate === true);
  return new Set(names.map(([name]) => name));
}

/** The runtime's settings in an instance's definition, with defaults. */
export function runtimeSettings(
  { runtime }: Pick<CommonDefinition, "runtime">,
  { settings = {} }: Pick<Runtime, "settings">,
): Readonly<Record<string, unknown>> {
  return v.parse(v.object(settings), typeof runtime === "object" ? runtime : {});
}
