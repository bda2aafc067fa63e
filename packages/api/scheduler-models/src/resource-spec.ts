import { integer, maybe, object, resource, type Schema } from "@reeve/contract";
import * as v from "valibot";

/** A value in the scheduler's form: a number, or ranges of numbers. */
export interface SpecValue {
  readonly type: "SCALAR" | "RANGES" | (string & Record<never, never>);
  readonly scalar?: { readonly value: number } | null;
  readonly ranges?: { readonly range: readonly { readonly begin: number; readonly end: number }[] } | null;
  readonly set?: unknown;
  readonly text?: unknown;
}

/** A named port of a task. */
export interface PortSpec {
  readonly "@type"?: string;
  readonly name?: string;
  readonly "port-name": string;
  readonly value?: SpecValue | null;
  readonly role?: string | null;
  readonly principal?: string | null;
  /** The environment variable that holds the port. */
  readonly envKey?: string | null;
}

/** The amount of a resource that a task requests. */
export interface ResourceSpec {
  readonly "@type": "DefaultResourceSpec" | "PortsSpec" | (string & Record<never, never>);
  readonly name: string;
  readonly value: SpecValue;
  readonly role?: string | null;
  readonly principal?: string | null;
  readonly envKey?: string | null;
  /** Set if `@type` is `PortsSpec`. */
  readonly "port-specs"?: readonly PortSpec[] | null;
}

/** A volume of a task. It outlives the task. */
export interface VolumeSpec {
  readonly "@type"?: string;
  /** The type of disk: `ROOT`, `PATH` or `MOUNT`. */
  readonly type: string;
  readonly "container-path": string;
  readonly name: string;
  readonly value: SpecValue;
  readonly role?: string | null;
  readonly principal?: string | null;
  readonly envKey?: string | null;
}

const SpecValue: Schema<SpecValue> = object({
  type: v.string(),
  scalar: maybe(object({ value: v.number() })),
  ranges: maybe(object({ range: v.array(object({ begin: integer(), end: integer() })) })),
  set: maybe(v.unknown()),
  text: maybe(v.unknown()),
});

const owner = { role: maybe(v.string()), principal: maybe(v.string()), envKey: maybe(v.string()) };

const PortSpec: Schema<PortSpec> = object({
  "@type": v.exactOptional(v.string()),
  name: v.exactOptional(v.string()),
  "port-name": v.string(),
  value: maybe(SpecValue),
  ...owner,
});

export const ResourceSpec: Schema<ResourceSpec> = resource("ResourceSpec", "The amount of a resource that a task asks for.", {
  "@type": v.string(),
  name: v.string(),
  value: SpecValue,
  ...owner,
  "port-specs": maybe(v.array(PortSpec)),
});

export const VolumeSpec: Schema<VolumeSpec> = resource("VolumeSpec", "A volume that a task asks for.", {
  "@type": v.exactOptional(v.string()),
  type: v.string(),
  "container-path": v.string(),
  name: v.string(),
  value: SpecValue,
  ...owner,
});
