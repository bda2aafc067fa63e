import { readFileSync } from "node:fs";
import { ReeveError } from "@reeve/contract";
import { SETTLED } from "../definition/deployment.ts";
import { mapFiles, namedFiles } from "../definition/named-files.ts";
import { readText, withPaths } from "../definition/read-definition.ts";
import type { ServiceDefinition } from "../definition/service-definition.ts";
import { offersWith } from "../engines/open-engines.ts";
import { type InstallersLogin, installersLogin } from "./login.ts";
import { missingRuntimes, readNodeImages } from "./runtimes.ts";
import { type Trust, trustOf } from "./trust.ts";

/** A definition for a service in a cluster, and what its installation needs. */
export interface ClusterDefinition {
  /** The text for the service: the given text, with the paths of its files in the cluster, and with the runtimes that it lacks. */
  readonly text: string;
  /** The contents of the files that the definition names, by their names in the cluster. */
  readonly files: Readonly<Record<string, string>>;
  /** The fields that are fixed when the service starts, as text; empty if the definition has none of them. */
  readonly settled: string;
  readonly services: ServiceDefinition["services"];
  readonly trust: Trust;
  readonly login: InstallersLogin;
}

/** How a definition is prepared for a cluster. */
export interface ForCluster {
  /** The folder of the definition file, to which its paths are relative. */
  readonly folder: string;
  /** The runtime of all instances. */
  readonly runtime: string;
  /** The images of nodes by engine, such as `kafka=example.com/kafka:4`, for instances whose definition names no runtime. */
  readonly nodeImages: readonly string[];
  /** The folder in the cluster in which the service finds the files that the definition names. */
  readonly filesAt: string;
}

/**
 * Prepares the text of a definition for a service in a cluster. Throws `bad-input` if the definition or one of its files cannot be used
 * there.
 */
export async function clusterDefinition(text: string, name: string, options: ForCluster): Promise<ClusterDefinition> {
  const { folder, runtime, nodeImages, filesAt } = options;
  const offers = await offersWith();
  const images = readNodeImages(nodeImages, runtime, offers);
  const { definition: read, written } = await readText(text, name, { offers, unknown: "keep" });
  if (!written.has("services")) throw new ReeveError("bad-input", `${name} names no services`);
  const definition = withPaths(read, folder);
  const placed = mapFiles(read, (_, field) => `${filesAt}/${keyOf(field)}`);
  const edits = [
    ...missingRuntimes(definition, name, { runtime, images }, offers),
    ...namedFiles(placed).map(({ field, path }) => ({ field, value: path })),
  ];
  const settled = SETTLED.filter((field) => written.has(field)).map((field) => [field, placed[field]]);
  return {
    // The library for YAML is loaded only for a text that has to be changed.
    text: edits.length === 0 ? text : (await import("./edit-text.ts")).editText(text, edits),
    settled: settled.length === 0 ? "" : JSON.stringify(settled),
    services: definition.services,
    // Both read the files, and report a file that is missing or has a mistake.
    trust: trustOf(definition.tls),
    login: installersLogin(definition),
    files: Object.fromEntries(
      namedFiles(definition).map(({ field, path }) => [keyOf(field), readFileSync(path, "utf8")]),
    ),
  };
}

/** The name of a file in the cluster, such as `tls.certFile`. */
function keyOf(field: readonly (string | number)[]): string {
  return field.join(".");
}
