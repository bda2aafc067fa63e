import type { Deployed, Kind, OrchestratorOptions } from "@reeve/orchestrator";
import type { Overrides } from "./definition/read-definition.ts";
import type { DefinitionInput } from "./definition/service-definition.ts";
import type { LocalAccount } from "./edition/edition.ts";
import type { Limits } from "./http/limits.ts";
import type { LogEntry } from "./record/log.ts";

/** How the service is started, beside what its definition says: edition, TLS, revisions and engines that are given here win over it. */
export interface ReeveOptions extends Overrides {
  /** A folder for all that must outlive the process; without one everything is kept in memory and gone at the end. */
  readonly state?: string;
  /** A definition file; it is watched while the service runs. Not together with a definition. */
  readonly definitionFile?: string;
  /** The port to listen on; a free one where it is 0 or not given. */
  readonly port?: number;
  /** The address to listen on; loopback unless said otherwise. */
  readonly host?: string;
  /** False: no port at all, only `fetch`. */
  readonly listen?: boolean;
  readonly limits?: Partial<Limits>;
  /** Engines that a definition can name beside those that there are, each with where it runs. */
  readonly moreEngines?: OrchestratorOptions["engines"];
  /** Takes each entry of the log, as a line of JSON. */
  readonly log?: (line: string, entry: LogEntry) => void;
  /** Told when a definition was taken, by whomever it was given: what runs may be another. Whoever gave it is answered afterwards. */
  readonly deployed?: () => Promise<void> | void;
}

/** A running service. */
export interface Reeve extends AsyncDisposable {
  /** What clients take as the address of the cluster. */
  readonly url: string;
  /** What clients take as their token. */
  readonly token: string;
  readonly services: readonly RunningService[];
  /** Those of them that are simulated, by their names: no such software runs. */
  readonly simulated: readonly string[];
  /** What operators should know of them before they rely on them, a sentence each. */
  readonly notes: readonly string[];
  /** The authority that clients are to trust, as PEM; where HTTPS is spoken. */
  readonly ca?: string;
  /** The same as a file, where there is one. */
  readonly caFile?: string;
  /** In the enterprise edition, where the definition names no account. */
  readonly serviceAccount?: LocalAccount;
  readonly state?: string;
  /** Takes the place of the network's `fetch`: the same answers without a port. */
  readonly fetch: typeof globalThis.fetch;
  /** Changes what runs, all of it or nothing. */
  deploy(
    definition: DefinitionInput,
    options?: { readonly remove?: boolean; readonly dryRun?: boolean },
  ): Promise<readonly Deployed[]>;
  /** Reads the definition file again, if there is one. */
  reload(): Promise<void>;
  /** Ends what runs for a simulated node from one moment to the next, as `kill -9` does: to see it recovered. */
  kill(service: string, node: string): void;
  /** Lets requests under way end, and keeps what is to be kept. Throws the first failure when all has been tried. */
  close(): Promise<void>;
}

export interface RunningService {
  readonly name: string;
  readonly kind: Kind;
  readonly revision: string;
}
