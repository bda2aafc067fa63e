import { keyed, maybe, object, resource, type Schema } from "@reeve/contract";
import * as v from "valibot";
import { ResourceSpec, VolumeSpec } from "./resource-spec.ts";

/** The resources that a task requests. */
export interface ResourceSet {
  readonly id: string;
  readonly "resource-specifications": readonly ResourceSpec[];
  readonly "volume-specifications": readonly VolumeSpec[];
  readonly role?: string | null;
  readonly principal?: string | null;
}

/** The command of a task. */
export interface CommandSpec {
  readonly value: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** Checks whether a task is ready. Times are in seconds. */
export interface ReadinessCheckSpec {
  readonly command: string;
  readonly delay: number;
  readonly interval: number;
  readonly timeout: number;
}

/** A file that `renderTemplate` writes from a template at each launch. */
export interface ConfigFile {
  readonly name: string;
  readonly "relative-path": string;
  readonly "template-content": string;
}

/** One task of a pod. */
export interface TaskSpec {
  readonly name: string;
  /** `RUNNING`, or `FINISHED` (also spelled `ONCE`) for a one-shot task; `isOneShot` reads both. */
  readonly goal: "RUNNING" | "FINISHED" | "ONCE" | (string & Record<never, never>);
  readonly "resource-set": ResourceSet;
  readonly "command-spec": CommandSpec;
  readonly "health-check-spec"?: unknown;
  readonly "readiness-check-spec"?: ReadinessCheckSpec | null;
  readonly "config-files"?: readonly ConfigFile[] | null;
}

const ResourceSet: Schema<ResourceSet> = resource("ResourceSet", "The resources that a task asks for.", {
  id: v.string(),
  "resource-specifications": v.array(ResourceSpec),
  "volume-specifications": v.array(VolumeSpec),
  role: maybe(v.string()),
  principal: maybe(v.string()),
});

const CommandSpec: Schema<CommandSpec> = object({ value: v.string(), environment: keyed(v.string(), v.string()) });

const ReadinessCheckSpec: Schema<ReadinessCheckSpec> = object({
  command: v.string(),
  delay: v.number(),
  interval: v.number(),
  timeout: v.number(),
});

const ConfigFile: Schema<ConfigFile> = object({ name: v.string(), "relative-path": v.string(), "template-content": v.string() });

export const TaskSpec: Schema<TaskSpec> = resource("TaskSpec", "One task of a pod.", {
  name: v.string(),
  goal: v.string(),
  "resource-set": ResourceSet,
  "command-spec": CommandSpec,
  "health-check-spec": maybe(v.unknown()),
  "readiness-check-spec": maybe(ReadinessCheckSpec),
  "config-files": maybe(v.array(ConfigFile)),
});
