import { maybe, object, resource, type Schema } from "@reeve/contract";
import * as v from "valibot";

/** A file that is fetched before a task starts. */
export interface CommandUri {
  readonly value: string;
  readonly executable?: boolean | null;
  readonly extract?: boolean | null;
  readonly cache?: boolean | null;
  readonly outputFile?: string | null;
}

/** A variable of a task's environment. */
export interface EnvironmentVariable {
  readonly name: string;
  readonly value?: string | null;
}

/** The command of a task or an executor. */
export interface TaskCommand {
  readonly uris?: readonly CommandUri[] | null;
  readonly environment?: { readonly variables?: readonly EnvironmentVariable[] | null } | null;
  readonly shell?: boolean | null;
  readonly value?: string | null;
  readonly arguments?: readonly string[] | null;
  readonly user?: string | null;
}

const CommandUri: Schema<CommandUri> = object({
  value: v.string(),
  executable: maybe(v.boolean()),
  extract: maybe(v.boolean()),
  cache: maybe(v.boolean()),
  outputFile: maybe(v.string()),
});

const EnvironmentVariable: Schema<EnvironmentVariable> = object({ name: v.string(), value: maybe(v.string()) });

export const TaskCommand: Schema<TaskCommand> = resource("TaskCommand", "What a task or an executor runs.", {
  uris: maybe(v.array(CommandUri)),
  environment: maybe(object({ variables: maybe(v.array(EnvironmentVariable)) })),
  shell: maybe(v.boolean()),
  value: maybe(v.string()),
  arguments: maybe(v.array(v.string())),
  user: maybe(v.string()),
});
