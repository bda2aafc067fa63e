import { choice, integer, text } from "@reeve/contract";
import * as v from "valibot";
import { type CommonDefinition, commonEntries, cpus, megabytes } from "./common.ts";

/** The definition of a file system service. */
export interface FileSystemDefinition extends CommonDefinition {
  readonly kind: "file-system";
  readonly revision: "V1" | "V2";
  readonly pods: Readonly<Record<FileSystemPod, PodSize>>;
  /** Values of template variables that tune the file system, such as `NAME_NODE_HANDLER_COUNT`. The engine declares the variables. */
  readonly settings: Readonly<Record<string, string | number | boolean>>;
  /** The URIs of artifacts, which the specs of all pods show. */
  readonly uris?: readonly string[];
}

export type FileSystemPod = "journal" | "name" | "fc" | "data";

/** The resources of a pod. Sizes are in MB. */
export interface PodSize {
  readonly count: number;
  readonly cpus: number;
  readonly mem: number;
  readonly disk: number;
}

const pod = (count: v.GenericSchema<number, number>, fallback: number) =>
  v.exactOptional(
    v.strictObject({
      count: v.exactOptional(count, fallback),
      cpus: cpus(0.3),
      mem: megabytes(512),
      disk: megabytes(5000),
    }),
    {},
  );

// The number of journals must be odd, because a majority of them has to store each edit. There are exactly two name nodes (one active, one
// standby), each with a failover controller.
const odd = v.pipe(
  integer(1, 9),
  v.check(
    (count) => count % 2 === 1,
    "expected an odd number, because a majority of the journals has to store each edit",
  ),
);
const two = v.pipe(integer(2, 2, "2: one active and one standby"));

/** The variables of the configuration templates. The engine checks their names when it makes pod specs. */
export const templateSettings: v.ExactOptionalSchema<
  v.GenericSchema<FileSystemDefinition["settings"]>,
  FileSystemDefinition["settings"]
> = v.exactOptional(
  v.record(
    text("the name of a setting (capital letters, digits and underscores)", /^[A-Z][A-Z0-9_]{0,100}$/),
    v.union([v.string(), v.number(), v.boolean()], "expected text, a number, true or false"),
  ),
  {},
);

export const FileSystemDefinition = v.strictObject({
  kind: v.literal("file-system"),
  revision: v.exactOptional(choice("V1", "V2"), "V1"),
  pods: v.exactOptional(
    v.strictObject({ journal: pod(odd, 3), name: pod(two, 2), fc: pod(two, 2), data: pod(integer(1, 10_000), 3) }),
    {},
  ),
  settings: templateSettings,
  uris: v.exactOptional(v.array(v.string())),
  ...commonEntries({ principal: "hdfs-principal", role: "hdfs-role" }),
});
