import { integer, maybe, object, resource, type Schema } from "@reeve/contract";
import * as v from "valibot";
import { Labels, type Wrapped } from "./labels.ts";

/** A range of ports, including both ends. */
export interface Range {
  readonly begin: number;
  readonly end: number;
}

/** The owner of a reserved resource. */
export interface Reservation {
  readonly principal?: string | null;
  readonly labels?: Labels | null;
}

/** Where a reserved disk is mounted, and its persistent id. */
export interface DiskInfo {
  readonly persistence?: { readonly id: string; readonly principal?: string | null } | null;
  readonly volume?: {
    readonly mode?: string | null;
    readonly containerPath?: string | null;
    readonly hostPath?: string | null;
    readonly image?: unknown;
    readonly source?: unknown;
  } | null;
  readonly source?: unknown;
}

/** A resource of an agent that a task uses: cpus, mem, ports or disk. */
export interface TaskResource {
  readonly name: string;
  readonly type?: "SCALAR" | "RANGES" | (string & Record<never, never>) | null;
  readonly scalar?: Wrapped<number> | null;
  readonly ranges?: { readonly range: readonly Range[] } | null;
  readonly set?: unknown;
  readonly role?: string | null;
  readonly reservation?: Reservation | null;
  readonly disk?: DiskInfo | null;
  readonly revocable?: unknown;
  readonly shared?: unknown;
}

const Range: Schema<Range> = object({ begin: integer(), end: integer() });

const Reservation: Schema<Reservation> = object({ principal: maybe(v.string()), labels: maybe(Labels) });

const DiskInfo: Schema<DiskInfo> = object({
  persistence: maybe(object({ id: v.string(), principal: maybe(v.string()) })),
  volume: maybe(
    object({
      mode: maybe(v.string()),
      containerPath: maybe(v.string()),
      hostPath: maybe(v.string()),
      image: maybe(v.unknown()),
      source: maybe(v.unknown()),
    }),
  ),
  source: maybe(v.unknown()),
});

export const TaskResource: Schema<TaskResource> = resource("TaskResource", "A resource of an agent that a task uses.", {
  name: v.string(),
  type: maybe(v.string()),
  scalar: maybe(object({ value: v.number() })),
  ranges: maybe(object({ range: v.array(Range) })),
  set: maybe(v.unknown()),
  role: maybe(v.string()),
  reservation: maybe(Reservation),
  disk: maybe(DiskInfo),
  revocable: maybe(v.unknown()),
  shared: maybe(v.unknown()),
});
