import { about, type Schema, text } from "@reeve/contract";
import * as v from "valibot";

/** Selects topics; default: all. */
export interface TopicsInput {
  /** Names of topics, separated by commas (default: all). */
  readonly topics?: string;
}

/** The input field for the names of several topics. */
export const TopicNames: v.ExactOptionalSchema<v.GenericSchema<string>, undefined> = about(
  "names of topics, separated by commas (default: all)",
  v.exactOptional(text("names of topics, separated by commas", /^[\w.-]{1,249}(?:,[\w.-]{1,249}){0,999}$/)),
  { names: "topic", hasCommas: true },
);

export const TopicsInput: Schema<TopicsInput, TopicsInput> = v.strictObject({ topics: TopicNames });
