import { about, resourceList, type Schema, text } from "@reeve/contract";
import * as v from "valibot";

/** The ids of all configurations that a service has had. */
export type ConfigurationIds = readonly string[];

export const ConfigurationIds: Schema<ConfigurationIds> = resourceList(
  "ConfigurationIds",
  "The ids (UUIDs) of all configurations that the service has had.",
  v.string(),
);

/** A configuration by its id. */
export interface ConfigurationInput {
  /** Id of the configuration. */
  readonly id: string;
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

export const ConfigurationInput: Schema<ConfigurationInput, ConfigurationInput> = v.strictObject({
  id: about("id of the configuration", text("the id of a configuration (a UUID)", UUID), { names: "configuration", isPositional: true }),
});
