import { about, type Schema, text } from "@reeve/contract";
import * as v from "valibot";

/** Which topic. */
export interface TopicInput {
  readonly topic: string;
}

/** Two paths look like topics and are none: a topic of such a name could be made, but never be described. */
export const reservedTopicNames: readonly string[] = ["under_replicated_partitions", "unavailable_partitions"];

/** The engine's own rule, and no name that the API keeps for itself. */
export const TopicName: Schema<string, string> = about(
  "name of the topic",
  v.pipe(
    text("the name of a topic (1 to 249 letters, digits, dots, dashes and underscores)", /^(?!\.{1,2}$)[\w.-]{1,249}$/),
    v.check((name) => !reservedTopicNames.includes(name), "expected a name that the API does not keep for itself"),
  ),
);

export const TopicInput: Schema<TopicInput, TopicInput> = v.strictObject({ topic: TopicName });
