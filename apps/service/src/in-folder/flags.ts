import { isIP } from "node:net";
import { type Flag, flagOf, hasFlag, listOf, type ParsedArguments } from "@reeve/commands";
import { defined, ReeveError } from "@reeve/contract";
import { type EngineNames, type Revisions, readEngines, readRevisions } from "../definition/overrides.ts";
import { registeredEngines } from "../engines/registered.ts";
import type { ReeveOptions } from "../reeve.ts";

/** A phrase for each real engine, such as `broker=kafka for real brokers`. */
const realEngines = registeredEngines.flatMap(({ kind, name, about }) =>
  about === "" ? [] : [`${kind}=${name} for ${about.split(",")[0]}`],
);

/** The flag for the state folder. */
export const STATE: Flag = { name: "state", takes: "DIR", summary: "folder for all data of the service", offers: { files: true } };

/** The flags of `up` for a service on this machine. */
export const FLAGS_HERE: readonly Flag[] = [
  {
    name: "definition",
    takes: "FILE",
    summary: "definition of the instances (YAML); the file is watched, and changes are deployed",
    offers: { files: true },
  },
  { name: "changed-only", summary: "at the start, deploy the definition file only if it has changed since it was last deployed" },
  { name: "port", takes: "N", summary: "port to listen on; 0 for a free port. By default the last port of this state, if it is free" },
  { name: "host", takes: "ADDRESS", summary: "address to listen on (default: this machine only)" },
  STATE,
  {
    name: "token-file",
    takes: "FILE",
    summary: "tokens for a definition that names none, NAME: TOKEN on each line; a missing file is ignored",
    offers: { files: true },
  },
  {
    name: "revision",
    takes: "KIND=R",
    many: true,
    summary: "API revision for a kind of service: broker=R1, file-system=V2",
    offers: { revisions: "with-kind" },
  },
  { name: "engine", takes: "KIND=NAME", many: true, summary: `engine for a kind of service: ${realEngines.join(", ")}` },
  { name: "pace", takes: "N", summary: "factor for all durations of the simulation: 10 makes them ten times as long, 0 removes them" },
  {
    name: "edition",
    takes: "EDITION",
    choices: ["open", "enterprise"],
    summary: "open (static tokens) or enterprise (service accounts that log in)",
  },
  { name: "tls", summary: "serve HTTPS, with a new certificate authority" },
  {
    name: "tls-name",
    takes: "NAME",
    many: true,
    summary: "further host name in the certificate that --tls or the definition's tls: true generates",
  },
  { name: "show-token", summary: "also print the token, which reeve token prints, too" },
  { name: "detach", short: "d", summary: "run in the background; reeve down stops it" },
];

/** The flags of `up` for a service that the system's manager runs. */
export const FLAGS_OF_UNIT: readonly Flag[] = [
  {
    name: "install",
    summary: "let systemd or launchd run the service: it starts at boot, and again after a crash; a second time updates it",
  },
  { name: "uninstall", summary: "stop the service that --install has installed, and remove it; its data is kept" },
  { name: "system", summary: "with --install: for the whole system, which needs root, instead of for your user" },
  { name: "as", takes: "USER", summary: "with --install --system: the user that runs the service" },
];

/** The flags of `up` as typed, except for the state, for another process that runs the service. */
export function argumentsOf({ flags }: ParsedArguments): readonly string[] {
  return [...flags]
    .filter(([name]) => name !== "state" && FLAGS_HERE.some((flag) => flag.name === name))
    .flatMap(([name, values]) => values.map((value) => (value === "" ? `--${name}` : `--${name}=${value}`)));
}

/** The flags of `up` for a service in a cluster, which need `--runtime`. */
export const FLAGS_IN_CLUSTER: readonly Flag[] = [
  { name: "image", takes: "REF", summary: "with --runtime: the image of the service" },
  {
    name: "node-image",
    takes: "ENGINE=REF",
    many: true,
    summary: "with --runtime: the image of the nodes of an engine, for instances without a runtime in the definition",
  },
  { name: "pull-secret", takes: "NAME", summary: "with --runtime: the image pull secret of the service; '' for none" },
  { name: "storage-class", takes: "NAME", summary: "with --runtime: the storage class of the service's claim" },
  { name: "storage", takes: "SIZE", summary: "with --runtime: the size of the service's claim (default: 1Gi)" },
  { name: "user", takes: "UID", summary: "with --runtime: the user id of the service (default: 1000); 0 for the user of the image" },
  { name: "namespace", takes: "NAME", summary: "with --runtime: the namespace (default: the namespace in the kubeconfig)" },
  {
    name: "print",
    takes: "WHAT",
    choices: ["manifests", "role"],
    summary: "with --runtime: only print the objects that would be created (manifests), or the role that is needed (role)",
  },
];

/** The flags of `reeve up` for a service on this machine. */
export interface UpFlags extends Pick<ReeveOptions, "port" | "host" | "state" | "tokenFile" | "pace" | "edition"> {
  readonly definition?: string;
  readonly changedOnly: boolean;
  readonly revisions: Revisions;
  readonly engines: EngineNames;
  readonly tls: boolean;
  readonly tlsNames: readonly string[];
}

/** Reads the flags of `reeve up`. Throws `bad-input` with the reason if a value is wrong. */
export function readUpFlags(line: ParsedArguments): UpFlags {
  const [port, pace] = [flagOf(line, "port"), flagOf(line, "pace")];
  const texts = ["definition", "host", "state", "edition"].map((name) => [name, flagOf(line, name)]);
  return {
    ...defined(Object.fromEntries(texts)),
    ...defined({
      tokenFile: flagOf(line, "token-file"),
      port: port === undefined ? undefined : readPort(port),
      pace: pace === undefined ? undefined : readPace(pace),
    }),
    changedOnly: hasFlag(line, "changed-only"),
    revisions: readRevisions(listOf(line, "revision") ?? []),
    engines: readEngines(listOf(line, "engine") ?? []),
    tls: hasFlag(line, "tls"),
    tlsNames: (listOf(line, "tls-name") ?? []).map(readHostName),
  };
}

function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new ReeveError("bad-input", `--port ${text}: expected an integer from 0 to 65535`);
}

function readHostName(text: string): string {
  if (isIP(text) !== 0 || /^[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/.test(text)) return text;
  throw new ReeveError("bad-input", `--tls-name ${text}: expected the name or the address of a host`);
}

function readPace(text: string): number {
  if (/^\d{1,4}(?:\.\d{1,6})?$/.test(text) && Number(text) <= 1000) return Number(text);
  throw new ReeveError("bad-input", `--pace ${text}: expected a number from 0 to 1000`);
}
