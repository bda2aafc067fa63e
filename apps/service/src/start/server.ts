import { hostname } from "node:os";
import { performance } from "node:perf_hooks";
import { type Log, systemClock } from "@reeve/orchestrator";
import { reasonOf } from "@reeve/orchestrator/engine";
import { createServiceApi } from "../api/service-api.ts";
import { consoleRoutes } from "../console/routes.ts";
import { openSessionsOfBrowsers, type Sessions } from "../console/sessions.ts";
import { createCore } from "../core.ts";
import { isLoopback, ownHosts } from "../http/host.ts";
import { type Handle, listen, type NodeServer } from "../http/node-server.ts";
import { createRate } from "../http/rate.ts";
import { serviceInfoOf } from "../own/info.ts";
import { createOwnApi } from "../own/own-api.ts";
import { ownRoutes, proofRoutes } from "../own/routes.ts";
import { createFigures } from "../record/figures.ts";
import { tryOrLog } from "../record/log.ts";
import { createMetrics } from "../record/metrics.ts";
import { certificateOf, type ServerCertificate } from "../tls/certificate.ts";
import { hostNames } from "../tls/names.ts";
import { clientCaOf } from "../tls/open-authority.ts";
import { ownUnit, unitInWords } from "../unit/unit.ts";
import type { Management } from "./management.ts";
import type { ServiceContext } from "./service-context.ts";

export type Server = Awaited<ReturnType<typeof openServer>>;

/** Answers requests of this process and, if the service has a port, requests from the network. */
export async function openServer(context: ServiceContext, management: Management, ending: AbortSignal) {
  const { options, read, limits, host, journal, closing, now } = context;
  const names = hostNames(host, options.tlsNames);
  const certificate = () => certificateOf(read.definition.tls, context, names, now());
  const tls = await certificate();
  let server: NodeServer | undefined;
  const sessions = openSessionsOfBrowsers({ keep: context.keep, now, isTls: tls !== undefined, log: journal.log });
  const core = coreOf(context, management, { ending, tls, sessions, server: () => server });
  if (options.listen === false) return { url: IN_PROCESS, core, tls };
  const listening = await listenAtPort(context, sessions, (port) =>
    listen(core, { host, port, limits, trustedProxies: read.definition.trustedProxies, ...(tls && { tls }) }),
  );
  server = listening;
  if (!tls && !isLoopback(host)) journal.log("warn", "readable", { reason: `${host}: ${READABLE}` });
  closing.add("server", () => listening.close());
  if (read.definition.tls === true) closing.add("renewal", renewDaily(listening, certificate, journal.log));
  return { url: urlOf(tls !== undefined, host, listening.port), core, tls };
}

/** The file with the port at which the service last listened, in the state folder. */
const PORT_FILE = "port";

/**
 * Listens at the port of the options. Without one, the service takes its last port again, so that open pages and links stay valid, or
 * another one if that is no longer free. The logins of browsers end then, because browsers may have sent them to the program there.
 */
async function listenAtPort(
  { options, keep, journal: { log } }: ServiceContext,
  sessions: Pick<Sessions, "endAll">,
  listenAt: (port: number) => Promise<NodeServer>,
): Promise<NodeServer> {
  const kept = keep.read(PORT_FILE)?.trim() ?? "";
  const last = /^\d{1,5}$/.test(kept) && Number(kept) < 65_536 ? Number(kept) : 0;
  const server = await listenAt(options.port ?? last).catch((error: unknown) => {
    if (options.port !== undefined || last === 0) throw error;
    log("info", "other-port", { last, reason: reasonOf(error) });
    sessions.endAll();
    return listenAt(0);
  });
  if (server.port !== last) tryOrLog(log, "warn", "port-not-remembered", () => keep.write(PORT_FILE, `${server.port}\n`));
  return server;
}

interface CoreContext {
  readonly ending: AbortSignal;
  readonly tls: ServerCertificate | undefined;
  readonly sessions: Sessions;
  /** The network server; undefined until the server listens. The handler of requests exists earlier. */
  server(): NodeServer | undefined;
}

function coreOf(context: ServiceContext, management: Management, { ending, tls, sessions, server }: CoreContext): Handle {
  const { options, limits, host, journal, closing, now } = context;
  const { orchestrator, audit, edition, deployment, events } = management;
  const metrics = createMetrics(orchestrator, () => server()?.connections() ?? 0);
  const memory = () => process.memoryUsage.rss();
  const figures = createFigures(orchestrator, systemClock, { requests: metrics.requests, memory });
  closing.add("figures", figures.close);
  const ownedBy = options.state === undefined ? undefined : ownUnit(options.state);
  const unit = ownedBy && unitInWords(ownedBy);
  const started = new Date(now()).toISOString();
  const info = async () => serviceInfoOf(options, management, { started, tls: tls !== undefined, unit, ca: await clientCa() });
  const url = () => (options.listen === false ? IN_PROCESS : urlOf(tls !== undefined, host, server()?.port ?? 0));
  const names = hostNames(host, options.tlsNames);
  const place = () => ({ url: url(), names, certificate: tls?.cert });
  const ca = () => tls?.ca;
  const clientCa = () => clientCaOf(orchestrator, context);
  const own = [
    ...consoleRoutes(now, edition, sessions, audit),
    ...proofRoutes(options.proofKey, url),
    ...ownRoutes({
      ...{ orchestrator, edition, sessions, audit, journal, metrics, figures, deployment, events },
      ...{ info, place, ca, clientCa, ending, clock: systemClock },
    }),
  ];
  return createCore({
    edition,
    sessions,
    audit,
    log: journal.log,
    metrics,
    own: createOwnApi(own),
    services: createServiceApi(orchestrator, () => server()?.port ?? 0),
    rate: createRate(limits.requestsPerSecond, limits.requestsPerSecond * 2, () => performance.now()),
    guesses: createRate(GUESSES_PER_SECOND, GUESSES_AT_ONCE, () => performance.now()),
    hosts: isLoopback(host) ? ownHosts(new Set([hostname().toLowerCase(), host.toLowerCase()])) : undefined,
  });
}

/** How many requests without a valid token a client gets answered at once. */
const GUESSES_PER_SECOND = 20;
const GUESSES_AT_ONCE = 100;

const READABLE =
  "the service can be reached over the network without TLS, so others can read the tokens that clients send; start it with --tls (and --tls-name NAME for each name of this machine), or let it listen on this machine only, behind a gateway with TLS";

/** An address that exists on no network, for requests of this process. */
const IN_PROCESS = "http://reeve.invalid";

function urlOf(secure: boolean, host: string, port: number): string {
  const reachable = host === "0.0.0.0" || host === "::" ? "localhost" : host;
  return `${secure ? "https" : "http"}://${reachable.includes(":") ? `[${reachable}]` : reachable}:${port}`;
}

const DAY = 86_400_000;

/** Checks daily whether the certificate has to be renewed, until the returned function is called. */
function renewDaily(server: Pick<NodeServer, "renew">, current: () => Promise<ServerCertificate | undefined>, log: Log): () => void {
  const renew = async () => {
    try {
      const next = await current();
      if (next) server.renew(next);
    } catch (error) {
      log("error", "certificate-not-renewed", { reason: String(error) });
    }
  };
  const timer = setInterval(renew, DAY).unref();
  return () => clearInterval(timer);
}
