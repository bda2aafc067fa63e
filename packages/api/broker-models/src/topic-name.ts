import { about, type Schema, text } from "@reeve/contract";
import * as v from "valibot";

/** A topic by name. */
export interface TopicInput {
  /** Name of the topic. */
  readonly topic: string;
}

/** Names that are also paths of the API. A topic with such a name could be created but never described. */
export const reservedTopicNames: readonly string[] = ["under_replicated_partitions", "unavailable_partitions"];

/** The engine's own rule for names, without the names that the API reserves. */
export const TopicName: Schema<string, string> = about(
  "name of the topic",
  v.pipe(
    text("the name of a topic (1 to 249 letters, digits, dots, dashes and underscores)", /^(?!\.{1,2}$)[\w.-]{1,249}$/),
    v.check((name) => !reservedTopicNames.includes(name), "expected a name that the API does not reserve"),
  ),
  { names: "topic", isPositional: true },
);

export const TopicInput: Schema<TopicInput, TopicInput> = v.strictObject({ topic: TopicName });

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
