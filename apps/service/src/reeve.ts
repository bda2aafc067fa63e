import { hostname } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { ReeveError } from "@reeve/contract";
import { createSimulation } from "@reeve/engine-simulated";
import {
  createOrchestrator,
  type Deployed,
  type Kind,
  type Log,
  type Orchestrator,
  type OrchestratorOptions,
} from "@reeve/orchestrator";
import { createServiceApi } from "./api/service-api.ts";
import { createCore } from "./core.ts";
import { createDeployment, type Deployment, type DeployRequest } from "./definition/deployment.ts";
import { type Overrides, type ReadDefinition, readFile, readObject } from "./definition/read-definition.ts";
import type { DefinitionInput, ServiceDefinition } from "./definition/service-definition.ts";
import { watchFile } from "./definition/watch-file.ts";
import type { Edition, LocalAccount } from "./edition/edition.ts";
import { openEdition } from "./edition/open.ts";
import { openEngines } from "./engines.ts";
import { isLoopback, ownHosts } from "./http/host.ts";
import { fetchOf } from "./http/in-process.ts";
import { type Limits, usualLimits } from "./http/limits.ts";
import { listen, type NodeServer } from "./http/node-server.ts";
import { createRate } from "./http/rate.ts";
import { infoOf } from "./own/info.ts";
import { createOwnApi } from "./own/own-api.ts";
import { ownRoutes } from "./own/routes.ts";
import { type Audit, createAudit } from "./record/audit.ts";
import { createJournal, type LogEntry } from "./record/log.ts";
import { createMetrics } from "./record/metrics.ts";
import { type Keep, keepInFolder, keepInMemory } from "./state/state-folder.ts";
import { CA_FILE } from "./tls/authority-files.ts";
import { certificateOf } from "./tls/certificate.ts";

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
  const orchestrator = await createOrchestrator({
    engines: [...available.engines, ...(options.moreEngines ?? [])],
    log,
    ...(state !== undefined && { state: join(state, "orchestrator") }),
  });
  const closers: (() => unknown)[] = [() => available.close(), () => orchestrator.close()];
  const closeAll = async () => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    const audit = createAudit(keep.path("audit.jsonl"), now, log);
    // Closed after the orchestrator: what came of changes that end with it is still written down.
    closers.unshift(() => audit.close());
    const edition = await editionOf(definition, keep, limits, audit, log, now);
    const deployment = createDeployment({ orchestrator, audit, log, overrides, started: definition });
    await begin(orchestrator, deployment, read, { ...options, given });
    const tls = await certificateOf(definition.tls, keep, host, now());
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
      rate: createRate(limits.requestsPerSecond, limits.requestsPerSecond * 2, stopwatch),
      hosts: isLoopback(host) ? ownHosts(new Set([hostname().toLowerCase(), host.toLowerCase()])) : undefined,
    });
    if (options.listen !== false) {
      server = await listen(core, { host, port: options.port ?? 0, limits, ...(tls && { tls }) });
      const listening = server;
      closers.push(() => listening.close());
      if (definition.tls === true) closers.push(renewDaily(listening, definition, keep, host, now, log));
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

/** Milliseconds that pass whatever is done to the clock on the wall. */
const stopwatch = () => performance.now();

/** An address that no network has: `fetch` alone knows it. */
const IN_PROCESS = "http://reeve.invalid";

/**
 * Brings the instances to what the definition says. Where there are instances of an earlier run, they stay as they are when nothing is said of them,
 * and when what is said is refused: a service that does not come up helps nobody.
 */
async function begin(
  orchestrator: Orchestrator,
  deployment: Deployment,
  { definition }: ReadDefinition,
  {
    definitionFile,
    given,
    revisions = {},
    engines = {},
  }: ReeveOptions & { readonly given: DefinitionInput | undefined },
): Promise<void> {
  const asked: DeployRequest = { who: "start" };
  const existing = orchestrator.instances();
  if (existing.length === 0) {
    await orchestrator.deploy(definition.services);
    return;
  }
  if (definitionFile !== undefined) return deployment.deployFile(definitionFile);
  if (given?.services) {
    await deployment.deployObject({ services: given.services }, asked);
    return;
  }
  if (Object.keys({ ...revisions, ...engines }).length === 0) return;
  const services = Object.fromEntries(existing.map(({ name, definition: one }) => [name, one]));
  await deployment.deployObject({ services } as DefinitionInput, asked);
}

async function editionOf(
  { edition, tokens, serviceAccounts }: ServiceDefinition,
  keep: Keep,
  limits: Limits,
  audit: Audit,
  log: Log,
  now: () => number,
): Promise<Edition> {
  if (edition === "open") {
    if (serviceAccounts.length > 0)
      throw new ReeveError("bad-input", "serviceAccounts: belong to the enterprise edition; say edition: enterprise");
    return openEdition(keep, tokens.file, log, now);
  }
  if (tokens.file !== undefined)
    throw new ReeveError(
      "bad-input",
      "tokens.file: belongs to the open edition; the enterprise edition has serviceAccounts",
    );
  // Loaded only here: it brings the library of signatures.
  const { enterpriseEdition } = await import("./edition/enterprise.ts");
  const perMinute = limits.failedLoginsPerMinute;
  return enterpriseEdition(keep, serviceAccounts, {
    now,
    failures: createRate(perMinute / 60, perMinute, stopwatch),
    tell: (uid, result, client) =>
      audit.begin({ who: uid, what: "login", ...(client !== undefined && { from: client }) })(result),
  });
}

const DAY = 86_400_000;

function renewDaily(
  server: NodeServer,
  { tls }: ServiceDefinition,
  keep: Keep,
  host: string,
  now: () => number,
  log: Log,
): () => void {
  const renew = async () => {
    try {
      const next = await certificateOf(tls, keep, host, now());
      if (next) server.renew(next);
    } catch (error) {
      log("error", "certificate-not-renewed", { reason: String(error) });
    }
  };
  const timer = setInterval(renew, DAY).unref();
  return () => clearInterval(timer);
}

function urlOf(secure: boolean, host: string, port: number): string {
  const reachable = host === "0.0.0.0" || host === "::" ? "localhost" : host;
  return `${secure ? "https" : "http"}://${reachable.includes(":") ? `[${reachable}]` : reachable}:${port}`;
}

function servicesOf(orchestrator: Orchestrator): readonly RunningService[] {
  return orchestrator.instances().map(({ name, kind, definition }) => ({ name, kind, revision: definition.revision }));
}
