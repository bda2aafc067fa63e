import type { Kind, OrchestratorOptions } from "@reeve/orchestrator";
import type { DeploymentChange } from "@reeve/scheduler-models";
import type { Planned } from "./definition/deployment.ts";
import type { Overrides } from "./definition/overrides.ts";
import type { DefinitionInput } from "./definition/service-definition.ts";
import type { LocalAccount } from "./edition/edition.ts";
import type { HttpLimits } from "./http/limits.ts";
import type { LogEntry } from "./record/log.ts";
import type { LastEnd } from "./state/last-end.ts";

/** Options of the service; edition, TLS, revisions and engines override the definition's. */
export interface ReeveOptions extends Overrides {
  /** The folder for everything that must survive the process. By default the state is only in memory. */
  readonly state?: string;
  /** A definition file, which is watched while the service runs. Cannot be combined with a definition object. */
  readonly definitionFile?: string;
  /**
   * At the start, deploys the definition file only if the file has changed since it was last deployed. Otherwise the instances stay as they
   * are, even if they were changed without the file.
   */
  readonly changedOnly?: boolean;
  /** The port to listen on; 0 for any free port. By default the last port of the same state, if it is free. */
  readonly port?: number;
  /** The address to listen on; loopback by default. */
  readonly host?: string;
  /** Further names by which clients reach the service, for the generated certificate of `tls: true`. */
  readonly tlsNames?: readonly string[];
  /** A file of tokens in the open edition, for a definition that names none. A file that does not exist is ignored. */
  readonly tokenFile?: string;
  /** The key with which the service proves to its user's commands that it is their service, and no other program on the same port. */
  readonly proofKey?: string;
  /** False if the service should not listen on a port; requests then only come from `fetch`. */
  readonly listen?: boolean;
  readonly limits?: Partial<HttpLimits>;
  /** Additional engines that a definition can name, each with its runtime. */
  readonly moreEngines?: OrchestratorOptions["engines"];
  /** Receives each log entry, also as a line of JSON. */
  readonly log?: (line: string, entry: LogEntry) => void;
  /**
   * Called after a definition from any source has been accepted, because the set of running services may have changed. If a request sent
   * the definition, the request is answered after this call.
   */
  readonly deployed?: () => Promise<void> | void;
  /** Called before the definition file is deployed, with what this will do. */
  readonly planned?: Planned;
}

/** A running service. */
export interface Reeve extends AsyncDisposable {
  /** The base URL, which clients use as the address of the cluster. */
  readonly url: string;
  /** The token for clients. */
  readonly token: string;
  /** The file that contains the token; undefined in the enterprise edition, and without a state folder. */
  readonly tokenFile?: string;
  readonly services: readonly RunningService[];
  /** The names of the simulated instances. */
  readonly simulated: readonly string[];
  /**
   * Why the definition file was refused when it was last read; the earlier definition then still applies. Undefined if the file was
   * accepted.
   */
  readonly refused: string | undefined;
  /** Notes for operators, one sentence for each. */
  readonly notes: readonly string[];
  /** With HTTPS, the certificate authority that clients must trust, as PEM. */
  readonly ca?: string;
  /** The file with the authority's certificate; undefined without a state folder. */
  readonly caFile?: string;
  /** The generated account of the enterprise edition, if the definition names none. */
  readonly serviceAccount?: LocalAccount;
  readonly state?: string;
  /** How the last service with this state ended, if it did not stop properly. */
  readonly lastEnd?: LastEnd;
  /**
   * The addresses (`host:port`) at which clients reach a real broker cluster or database. Empty for other instances, and while no node
   * answers.
   */
  addresses(service: string): Promise<readonly string[]>;
  /** Behaves like the network's `fetch`, but needs no port. */
  readonly fetch: typeof globalThis.fetch;
  /** Deploys a definition completely, or refuses it and changes nothing. */
  deploy(
    definition: DefinitionInput,
    options?: { readonly remove?: boolean; readonly dryRun?: boolean },
  ): Promise<readonly DeploymentChange[]>;
  /** Reads the definition file again, if there is one. */
  reload(): Promise<void>;
  /** Kills the process of a simulated node like `kill -9`, to demonstrate its recovery. */
  kill(service: string, node: string): void;
  /**
   * Lets running requests end, and stores everything that must be kept. A failure does not stop the rest; the first failure is thrown at
   * the end.
   */
  close(): Promise<void>;
}

export interface RunningService {
  readonly name: string;
  readonly kind: Kind;
  readonly revision: string;
  /** Set if clients connect to the nodes with TLS. */
  readonly clientTls?: {
    /** The file with the certificate that clients have to trust; undefined without a state folder. */
    readonly caFile?: string;
  };
}
