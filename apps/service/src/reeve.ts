import { hostname } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { ReeveError } from "@reeve/contract";
import { createSimulation } from "@reeve/engine-simulated";
import {
  createOrchestrator,
  type Deployed,
  type Kind,
  type Orchestrator,
  type OrchestratorOptions,
} from "@reeve/orchestrator";
import { createServiceApi } from "./api/service-api.ts";
import { createCore } from "./core.ts";
import { begin } from "./definition/begin.ts";
import { createDeployment } from "./definition/deployment.ts";
import { type Overrides, readFile, readObject } from "./definition/read-definition.ts";
import type { DefinitionInput } from "./definition/service-definition.ts";
import { watchFile } from "./definition/watch-file.ts";
import { chooseEdition } from "./edition/choose-edition.ts";
import type { LocalAccount } from "./edition/edition.ts";
import { openEngines } from "./engines.ts";
import { isLoopback, ownHosts } from "./http/host.ts";
import { fetchOf } from "./http/in-process.ts";
import { type Limits, usualLimits } from "./http/limits.ts";
import { listen, type NodeServer } from "./http/node-server.ts";
import { createRate } from "./http/rate.ts";
import { infoOf, simulatedAmong } from "./own/info.ts";
import { createOwnApi } from "./own/own-api.ts";
import { ownRoutes } from "./own/routes.ts";
import { createAudit } from "./record/audit.ts";
import { createJournal, type LogEntry } from "./record/log.ts";
import { createMetrics } from "./record/metrics.ts";
import { keepInFolder, keepInMemory } from "./state/state-folder.ts";
import { CA_FILE } from "./tls/authority-files.ts";
import { certificateOf } from "./tls/certificate.ts";
import { renewDaily } from "./tls/renewal.ts";

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
  /** Lets requests under way end, and keeps what is to be kept. */
  close(): Promise<void>;
}

export interface RunningService {
  readonly name: string;
  readonly kind: Kind;
  readonly revision: string;
}

/** Starts the three management services, or those of a definition, in this process. Resolves as soon as HTTP answers; rollouts go on. */
export async function startReeve(given?: DefinitionInput, options: ReeveOptions = {}): Promise<Reeve> {
  const {
    definitionFile,
    revisions = {},
    engines = {},
    edition: wanted,
    tls: secure,
    state,
    host = "127.0.0.1",
  } = options;
  const overrides = {
    revisions,
    engines,
    ...(wanted !== undefined && { edition: wanted }),
    ...(secure !== undefined && { tls: secure }),
  };
  if (given && definitionFile !== undefined) {
    throw new ReeveError("bad-input", "a definition and a definition file were given: one of them is enough");
  }
  const now = Date.now;
  const read =
    definitionFile === undefined ? readObject(given ?? {}, overrides) : await readFile(definitionFile, overrides);
  const { definition } = read;
  const limits: Limits = { ...usualLimits, ...options.limits };
  const keep = state === undefined ? keepInMemory() : keepInFolder(state);
  const journal = createJournal(now, options.log);
  const { log } = journal;
  const simulation = createSimulation({
    objectStore: { ...definition.objectStore, ...(state !== undefined && { folder: join(state, "object-store") }) },
  });
  const available = await openEngines(simulation, state);
  // What was opened last is closed first; the audit log last of all, so that what came of changes that end with the rest is still written down.
  const closers: (() => unknown)[] = [() => available.close()];
  const closeAll = async () => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    const orchestrator = await createOrchestrator({
      engines: [...available.engines, ...(options.moreEngines ?? [])],
      log,
      ...(state !== undefined && { state: join(state, "orchestrator") }),
    });
    closers.push(() => orchestrator.close());
    const audit = createAudit(keep.path("audit.jsonl"), now, log);
    closers.unshift(() => audit.close());
    const edition = await chooseEdition(definition, { keep, limits, audit, log, now });
    const deployment = createDeployment({ orchestrator, audit, log, overrides, started: definition });
    await begin(orchestrator, deployment, { ...options, read, given });
    const certificate = () => certificateOf(definition.tls, keep, host, now());
    const tls = await certificate();
    let server: NodeServer | undefined;
    const ending = new AbortController();
    const metrics = createMetrics(orchestrator, () => server?.connections() ?? 0);
    const started = new Date(now()).toISOString();
    const info = () =>
      infoOf({
        orchestrator,
        edition,
        started,
        tls: tls !== undefined,
        state,
        definitionFile,
        refused: deployment.refused(),
      });
    const own = ownRoutes({
      orchestrator,
      edition,
      audit,
      journal,
      metrics,
      deployment,
      info,
      ca: () => tls?.ca,
      ending: ending.signal,
    });
    const core = createCore({
      edition,
      audit,
      log,
      metrics,
      own: createOwnApi(own),
      services: createServiceApi(orchestrator, () => server?.port ?? 0),
      rate: createRate(limits.requestsPerSecond, limits.requestsPerSecond * 2, () => performance.now()),
      hosts: isLoopback(host) ? ownHosts(new Set([hostname().toLowerCase(), host.toLowerCase()])) : undefined,
    });
    if (options.listen !== false) {
      server = await listen(core, { host, port: options.port ?? 0, limits, ...(tls && { tls }) });
      const listening = server;
      closers.push(() => listening.close());
      if (definition.tls === true) closers.push(renewDaily(listening, certificate, log));
    }
    const url = server ? urlOf(tls !== undefined, host, server.port) : IN_PROCESS;
    if (definitionFile !== undefined)
      closers.push(watchFile(definitionFile, () => void deployment.deployFile(definitionFile)));
    log("info", "started", { url, edition: edition.name, services: servicesOf(orchestrator).map(({ name }) => name) });
    const close = async () => {
      if (!ending.signal.aborted) log("info", "closing", {});
      ending.abort();
      await closeAll();
    };
    const caFile = definition.tls === true ? keep.path(CA_FILE) : undefined;
    return {
      url,
      token: await edition.token(),
      get services() {
        return servicesOf(orchestrator);
      },
      get simulated() {
        return simulatedAmong(orchestrator.instances());
      },
      ...(tls && { ca: tls.ca }),
      ...(caFile !== undefined && { caFile }),
      ...(edition.serviceAccount && { serviceAccount: edition.serviceAccount }),
      ...(state !== undefined && { state }),
      fetch: fetchOf(core, url, limits.bodyBytes),
      deploy: (next, more = {}) => deployment.deployObject(next, { who: "this process", ...more }),
      reload: async () => {
        if (definitionFile !== undefined) await deployment.deployFile(definitionFile);
      },
      kill: (service, node) => simulation.kill(service, node),
      close,
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** An address that no network has: `fetch` alone knows it. */
const IN_PROCESS = "http://reeve.invalid";

function urlOf(secure: boolean, host: string, port: number): string {
  const reachable = host === "0.0.0.0" || host === "::" ? "localhost" : host;
  return `${secure ? "https" : "http"}://${reachable.includes(":") ? `[${reachable}]` : reachable}:${port}`;
}

function servicesOf(orchestrator: Orchestrator): readonly RunningService[] {
  return orchestrator.instances().map(({ name, kind, definition }) => ({ name, kind, revision: definition.revision }));
}
