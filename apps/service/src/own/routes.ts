import { createHmac } from "node:crypto";
import { isRecord, ReeveError } from "@reeve/contract";
import type { Clock, Instance } from "@reeve/orchestrator";
import {
  type AuditInput,
  type DeployInput,
  deployDefinition,
  endSessions,
  type FieldDifference,
  listPastConfigurations,
  type NodeLogInput,
  nodeLog,
  type PastConfiguration,
  showDefinition,
  showFigures,
  showInfo,
  showMetrics,
  showPastDefinition,
  tailAudit,
  tailLog,
  type WatchInput,
  watchEvents,
} from "@reeve/scheduler-models";
import { yaml } from "@reeve/terminal";
import { serviceNotFound } from "../api/handlers.ts";
import type { Sessions } from "../console/sessions.ts";
import type { ServicePlace } from "../edition/login-token.ts";
import { followToken } from "../edition/token-check.ts";
import { document, json, streamed } from "../http/answer.ts";
import { readBodyText, readJson } from "../http/content.ts";
import type { HttpAnswer } from "../http/message.ts";
import { refusal } from "../http/problem.ts";
import { openApiAnswer } from "../openapi/served.ts";
import type { RecordedFigures } from "../record/figures.ts";
import type { Journal } from "../record/log.ts";
import type { Metrics } from "../record/metrics.ts";
import type { Management } from "../start/management.ts";
import type { TrustedCertificate } from "../tls/open-authority.ts";
import { declared, type OwnRequest, type OwnRoute, openRoute, undeclared } from "./own-api.ts";

/** The dependencies of the service's own paths. */
export interface OwnParts extends Pick<Management, "orchestrator" | "edition" | "audit" | "events" | "deployment"> {
  /** The logins of browsers. */
  readonly sessions: Pick<Sessions, "endAllOf">;
  readonly journal: Journal;
  readonly metrics: Metrics;
  readonly figures: RecordedFigures;
  /** The certificate of the authority, if the service uses HTTPS. */
  readonly ca: () => string | undefined;
  /** The certificate that clients have to trust in order to connect to nodes with TLS. */
  readonly clientCa: () => Promise<TrustedCertificate | undefined>;
  readonly info: () => Promise<object>;
  /** How clients reach the service. */
  readonly place: () => ServicePlace;
  readonly clock: Clock;
  /** Aborted when the service begins to end. */
  readonly ending: AbortSignal;
}

export function ownRoutes(parts: OwnParts): readonly OwnRoute[] {
  const { orchestrator, edition, sessions, audit, journal, metrics, figures } = parts;
  const instanceOf = (name = "") => {
    const found = orchestrator.instance(name);
    if (found) return found;
    throw serviceNotFound(orchestrator, name);
  };
  return [
    openRoute("health", "GET /health", () => health(parts)),
    openRoute("ca", "GET /ca/dcos-ca.crt", () => document(existing(parts.ca(), NO_TLS), CERTIFICATE)),
    openRoute("client-ca", "GET /reeve/v1/client-ca", async () =>
      document(existing(await parts.clientCa(), NO_CLIENT_TLS).certificate, CERTIFICATE),
    ),
    openRoute("jwks", "GET /acs/api/v1/auth/jwks", () => existing(edition.keySet?.(), NO_LOGIN)),
    // The login writes its audit entry itself, because only the body of the request names the account.
    openRoute("login", "POST /acs/api/v1/auth/login", ({ request }) => existing(edition.login, NO_LOGIN)(request, parts.place())),
    declared("logout", endSessions, (_, { who = "", request: { client } }) => {
      const done = audit.begin({ who, ...(client !== undefined && { from: client }), what: "logout" });
      const consoles = sessions.endAllOf(who);
      edition.logOut?.(who);
      done(200);
      // The static tokens of the open edition end only when they are removed from their file.
      return json({ tokens: edition.logOut !== undefined, consoles });
    }),
    declared("info", showInfo, async () => json(await parts.info())),
    declared("nodes.log", nodeLog, (input, asked) => printed(instanceOf(asked.segments[0]), input, asked, parts)),
    declared("deploy", deployDefinition, (input, asked) => deploy(parts, input, asked)),
    declared("definition", showDefinition, (_, asked) => definitionAnswer(parts.deployment.current(), asked)),
    declared("definitions.list", listPastConfigurations, (_, { segments: [name] }) => json(pastOf(instanceOf(name)))),
    declared("definitions.show", showPastDefinition, ({ id }, asked) => {
      const instance = instanceOf(asked.segments[0]);
      const { definition } = existing(instance.configurations.get(id), `no configuration "${id}" in ${instance.name}`);
      return definitionAnswer(parts.deployment.shown([{ name: instance.name, definition }]), asked);
    }),
    declared("logs", tailLog, ({ limit = DEFAULT_ENTRIES, level = "debug" }) => document(lines(journal.tail(limit, level)), LINES)),
    declared("audit", tailAudit, (input, asked) => listed(input, asked, parts)),
    declared("metrics", showMetrics, () => document(metrics.page(), "text/plain; version=0.0.4; charset=utf-8")),
    declared("figures", showFigures, () => json(figures.show())),
    declared("events", watchEvents, (input, asked) => watched(input, asked, parts)),
    undeclared("openapi", "GET /reeve/v1/openapi/*", ({ segments: [file = ""] }) => openApiAnswer(file)),
  ];
}

const CERTIFICATE = "application/x-x509-ca-cert";
const NO_TLS = "this service does not use HTTPS, so it has no CA";
const NO_CLIENT_TLS = "no service has nodes with TLS for clients; clientTls in a definition switches TLS on";
const LINES = "application/x-ndjson; charset=utf-8";
const NO_LOGIN = "the open edition has no logins: use a static token";

/** A definition as JSON, or as YAML for clients that accept only YAML. */
function definitionAnswer(definition: object, { request }: OwnRequest): HttpAnswer {
  if (request.header("accept") !== YAML) return json(definition);
  return document(`${yaml(definition).join("\n")}\n`, YAML);
}

const YAML = "application/yaml";

function pastOf({ configurations }: Instance): readonly PastConfiguration[] {
  const target = configurations.target().id;
  const all = configurations.ids().flatMap((id) => configurations.get(id) ?? []);
  return all.map(({ id, created }) => ({ id, created, target: id === target })).reverse();
}

function health({ ending, orchestrator, audit }: OwnParts) {
  if (ending.aborted) return json({ status: "closing" }, 503);
  const reason = orchestrator.trouble() ?? audit.trouble();
  return reason === undefined ? json({ status: "ok" }) : json({ status: "failing", reason }, 503);
}

async function deploy({ deployment }: OwnParts, { dryRun = false, remove = false, only }: DeployInput, asked: OwnRequest) {
  const { request, who = "" } = asked;
  const type = request.header("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== undefined && !/^(?:application\/(?:json|yaml|x-yaml)|text\/(?:yaml|x-yaml|plain))$/.test(type)) {
    throw refusal(415, "bad-input", "The definition must be application/yaml or application/json: send one of them as Content-Type.");
  }
  const text = await readBodyText(request);
  let settings: readonly FieldDifference[] = [];
  const changes = await deployment.deployText(text, {
    ...{ who, from: request.client, dryRun, remove },
    ...(only !== undefined && { only: only.split(",") }),
    ...(dryRun && {
      planned: (_, differing) => {
        settings = differing;
      },
    }),
  });
  return json({ dryRun, changes, ...(dryRun && { settings }) });
}

async function printed({ nodes }: Instance, input: NodeLogInput, asked: OwnRequest, parts: OwnParts) {
  const { signal, during } = tokenCheck(asked, parts);
  const { bytes, next } = await nodes.log({ tail: DEFAULT_LINES, wait: 0, follow: false, ...input, signal });
  return streamed(input.follow ? during(bytes) : bytes, next === undefined ? {} : { [LOG_NEXT]: next });
}

/**
 * Browsers and programs with `fetch` get a stream. With `wait` (long polling), clients that cannot read streams get one complete answer.
 */
async function watched({ service, after, wait }: WatchInput, asked: OwnRequest, parts: OwnParts) {
  const { events } = parts;
  const { signal, during } = tokenCheck(asked, parts);
  const options = { service, after: after ?? asked.request.header("last-event-id"), signal };
  if (wait === undefined) {
    const stream = during((to) => events.watch(options, to));
    return { ...streamed(stream, EVENT_STREAM), endless: true };
  }
  const { bytes, next } = await events.wait({ ...options, seconds: wait });
  return document(Buffer.from(bytes).toString(), EVENTS, 200, { [EVENTS_NEXT]: next });
}

/** Entries of the audit log: the newest, or those after a position (long polling). */
async function listed({ limit = DEFAULT_ENTRIES, after, wait = 0 }: AuditInput, asked: OwnRequest, parts: OwnParts): Promise<HttpAnswer> {
  const { written, tail } = parts.audit;
  if (after !== undefined) await written.wait(after, wait, tokenCheck(asked, parts).signal);
  const { entries, next, missed } =
    after === undefined ? { entries: tail(limit), next: written.end(), missed: 0 } : written.from(after, limit);
  const more = { [AUDIT_NEXT]: next, [AUDIT_MISSED]: String(missed) };
  // Clients that accept only JSON cannot read lines.
  return asked.request.header("accept")?.startsWith("application/json")
    ? json(entries, 200, more)
    : document(lines(entries), LINES, 200, more);
}

function tokenCheck({ request }: OwnRequest, { edition, clock, ending }: OwnParts) {
  return followToken(edition, request, clock, AbortSignal.any([request.signal(), ending]));
}

const EVENTS_NEXT = "reeve-events-next";
const EVENTS = "text/event-stream; charset=utf-8";
/** The header `x-accel-buffering` stops proxies from buffering events. */
const EVENT_STREAM = { "content-type": EVENTS, "x-accel-buffering": "no" };

const AUDIT_NEXT = "reeve-audit-next";
const AUDIT_MISSED = "reeve-audit-missed";
const LOG_NEXT = "reeve-log-next";
const DEFAULT_LINES = 500;
const DEFAULT_ENTRIES = 200;

function lines(entries: readonly object[]): string {
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");
}

function existing<Value>(value: Value | undefined, otherwise: string): Value {
  if (value === undefined) throw new ReeveError("not-found", otherwise);
  return value;
}

/**
 * The route at which the service proves that it knows the key in its user's profile, before commands send it a token. The proof covers the
 * address, so that a program on another port cannot pass the proof of this service on as its own.
 */
export function proofRoutes(key: string | undefined, url: () => string): readonly OwnRoute[] {
  if (key === undefined) return [];
  const answer = async ({ request }: OwnRequest) => {
    const body = await readJson(request);
    if (!isRecord(body) || typeof body.nonce !== "string" || body.nonce.length > MAX_NONCE)
      throw new ReeveError("bad-input", "expected {nonce}: a random text");
    return json({ proof: createHmac("sha256", key).update(`${url()}\n${body.nonce}`).digest("base64url") });
  };
  return [openRoute("proof", "POST /reeve/v1/proof", answer)];
}

const MAX_NONCE = 200;
