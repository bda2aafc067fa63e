import type { Deployed, Kind, OrchestratorOptions } from "@reeve/orchestrator";
import type { Overrides } from "./definition/overrides.ts";
import type { DefinitionInput } from "./definition/service-definition.ts";
import type { LocalAccount } from "./edition/edition.ts";
import type { Limits } from "./http/limits.ts";
import type { LogEntry } from "./record/log.ts";

/** Options of the service; edition, TLS, revisions and engines override the definition's. */
export interface ReeveOptions extends Overrides {
  /** A folder for everything that must survive the process; without one it is kept in memory. */
  readonly state?: string;
  /** A definition file, watched while the service runs. Not together with a definition. */
  readonly definitionFile?: string;
  /** The port to listen on; a free one where it is 0 or absent. */
  readonly port?: number;
  /** The address to listen on; loopback by default. */
  readonly host?: string;
  /** False: no port, only `fetch`. */
  readonly listen?: boolean;
  readonly limits?: Partial<Limits>;
  /** Additional engines that a definition can name, each with its runtime. */
  readonly moreEngines?: OrchestratorOptions["engines"];
  /** Receives each log entry, and its line of JSON. */
  readonly log?: (line: string, entry: LogEntry) => void;
  /** Called when a definition has been accepted, from any source, before its request is answered: other services may run now. */
  readonly deployed?: () => Promise<void> | void;
}

/** A running service. */
export interface Reeve extends AsyncDisposable {
  /** The cluster address for clients. */
  readonly url: string;
  /** The token for clients. */
  readonly token: string;
  readonly services: readonly RunningService[];
  /** The names of the simulated ones. */
  readonly simulated: readonly string[];
  /** Why the definition file was refused when it was last read, so that what ran before goes on; undefined where it was accepted. */
  readonly refused: string | undefined;
  /** Notes for operators, one sentence each. */
  readonly notes: readonly string[];
  /** The certificate authority that clients have to trust, as PEM, with HTTPS. */
  readonly ca?: string;
  /** The same as a file, where the state is a folder. */
  readonly caFile?: string;
  /** In the enterprise edition, where the definition names no account. */
  readonly serviceAccount?: LocalAccount;
  readonly state?: string;
  /** The addresses (`host:port`) at which clients reach a real broker cluster or database; none for all others, or while no node answers. */
  addresses(service: string): Promise<readonly string[]>;
  /** Like the network's `fetch`, with the same answers, but without a port. */
  readonly fetch: typeof globalThis.fetch;
  /** Deploys a definition: all of it, or nothing. */
  deploy(
    definition: DefinitionInput,
    options?: { readonly remove?: boolean; readonly dryRun?: boolean },
  ): Promise<readonly Deployed[]>;
  /** Reads the definition file again, if there is one. */
  reload(): Promise<void>;
  /** Kills a simulated node's process, as `kill -9` does, to see it recovered. */
  kill(service: string, node: string): void;
  /** Lets requests under way end, and stores what has to be kept. Throws the first failure after trying everything. */
  close(): Promise<void>;
}

export interface RunningService {
  readonly name: string;
  readonly kind: Kind;
  readonly revision: string;
}
