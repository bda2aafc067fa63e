import { isIP } from "node:net";
import { parseArgs } from "node:util";
import { ReeveError } from "@reeve/contract";
import { type Engines, type Revisions, readEngines, readRevisions } from "../definition/overrides.ts";
import { registeredEngines } from "../engines/registered.ts";

/** The flags of `reeve up`. */
export interface UpFlags {
  readonly definition?: string;
  readonly changedOnly: boolean;
  readonly port?: number;
  readonly host?: string;
  readonly state?: string;
  readonly tokenFile?: string;
  readonly revisions: Revisions;
  readonly engines: Engines;
  readonly pace?: number;
  readonly edition?: "open" | "enterprise";
  readonly tls: boolean;
  readonly tlsNames: readonly string[];
  readonly detach: boolean;
  readonly json: boolean;
  readonly showToken: boolean;
  readonly help: boolean;
}

/** Parses the flags of `reeve up`. Throws `bad-input` with the reason if they are wrong. */
export function readUpFlags(args: readonly string[]): UpFlags {
  const {
    definition,
    "changed-only": changedOnly = false,
    port,
    host,
    state,
    "token-file": tokenFile,
    revision = [],
    engine = [],
    pace,
    edition,
    tls = false,
    "tls-name": tlsNames = [],
    detach = false,
    json = false,
    "show-token": showToken = false,
    help = false,
  } = parse(args);
  if (edition !== undefined && edition !== "open" && edition !== "enterprise") {
    throw new ReeveError("bad-input", `--edition ${edition}: expected open or enterprise`);
  }
  return {
    ...(definition !== undefined && { definition }),
    ...(port !== undefined && { port: readPort(port) }),
    ...(host !== undefined && { host }),
    ...(state !== undefined && { state }),
    ...(edition !== undefined && { edition }),
    ...(tokenFile !== undefined && { tokenFile }),
    changedOnly,
    revisions: readRevisions(revision),
    engines: readEngines(engine),
    ...(pace !== undefined && { pace: readPace(pace) }),
    tls,
    tlsNames: tlsNames.map(readHostName),
    detach,
    json,
    showToken,
    help,
  };
}

/** The text that `--help` prints. */
export const upHelp = `Serves the three management services on this machine, simulated unless real engines are selected.

  --definition FILE       the definition of the services (YAML), watched for changes; default: one broker, one database, one file system
  --changed-only          at the start, deploy the definition file only if it has changed since it was last deployed
  --port N                the port to listen on; default: a free port
  --host ADDRESS          the address to listen on; default: loopback
  --state DIR             the folder for all data of the service
  --token-file FILE       tokens for a definition that names none, one NAME: TOKEN on each line; a missing file is ignored
  --revision KIND=R       broker=R1, file-system=V2 …; may be given several times
${engineLines()}
  --pace N                factor for all durations of the simulation: 10 makes them ten times as long, 0 removes them
  --edition EDITION       open (static tokens) or enterprise (service accounts that log in)
  --tls                   serve HTTPS, with a new certificate authority
  --tls-name NAME         a further name by which clients reach the service, for its generated certificate; may be given several times
  --detach                run in the background
  --json                  print one line of JSON as soon as HTTP answers
  --show-token            also print the token, instead of only the file that contains it

The command reeve engines list shows the settings that a definition can give to an engine.
`;

/** The lines about engines that are not part of Reeve, for the help of `--engine`. */
function engineLines(): string {
  const lines = registeredEngines
    .filter(({ about }) => about !== "")
    .map(({ kind, name, about }) => `${kind}=${name}: ${about}`);
  return `  --engine KIND=NAME      ${lines.join(`\n${" ".repeat(26)}`)}`;
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        definition: { type: "string" },
        "changed-only": { type: "boolean" },
        port: { type: "string" },
        host: { type: "string" },
        state: { type: "string" },
        "token-file": { type: "string" },
        revision: { type: "string", multiple: true },
        engine: { type: "string", multiple: true },
        pace: { type: "string" },
        edition: { type: "string" },
        tls: { type: "boolean" },
        "tls-name": { type: "string", multiple: true },
        detach: { type: "boolean" },
        json: { type: "boolean" },
        "show-token": { type: "boolean" },
        help: { type: "boolean", short: "h" },
      },
    }).values;
  } catch (error) {
    const [sentence = "the flags cannot be read"] = (error instanceof Error ? error.message : "").split(". ");
    throw new ReeveError("bad-input", `${sentence}; --help lists what is available`);
  }
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
