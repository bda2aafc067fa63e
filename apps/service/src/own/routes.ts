import { ReeveError } from "@reeve/contract";
import type { Instance, Orchestrator } from "@reeve/orchestrator";
import { noService } from "../api/not-found.ts";
import type { Deployment } from "../definition/deployment.ts";
import type { Edition } from "../edition/edition.ts";
import { document, json, streamed } from "../http/answer.ts";
import { readText } from "../http/content.ts";
import { refusal } from "../http/problem.ts";
import { openApiAnswer } from "../openapi/served.ts";
import { type Audit, MOST_ENTRIES } from "../record/audit.ts";
import { type Journal, levels, MOST_LOGGED } from "../record/log.ts";
import type { Metrics } from "../record/metrics.ts";
import { flagIn, numberIn, type OwnRequest, type OwnRoute } from "./own-api.ts";

/** What the service's own paths are about. */
export interface OwnParts {
  readonly orchestrator: Orchestrator;
  readonly edition: Edition;
  readonly audit: Audit;
  readonly journal: Journal;
  readonly metrics: Metrics;
  readonly deployment: Deployment;
  /** The authority's certificate, where HTTPS is spoken. */
  readonly ca: () => string | undefined;
  readonly info: () => object;
  /** Aborted when the service is about to end. */
  readonly ending: AbortSignal;
}

/** The service's own paths. */
export function ownRoutes(parts: OwnParts): readonly OwnRoute[] {
  const { orchestrator, edition, audit, journal, metrics } = parts;
  const instanceOf = (name = "") => {
    const found = orchestrator.instance(name);
    if (found) return found;
    throw noService(
      name,
      orchestrator.instances().map((each) => each.name),
    );
  };
  const read = (name: string, path: string, answer: OwnRoute["answer"], more: Partial<OwnRoute> = {}): OwnRoute => ({
    name,
    method: "GET",
    path,
    effect: "read",
    answer,
    ...more,
  });
  const open = { open: true } as const;
  return [
    read("health", "/health", () => health(parts), open),
    read(
      "ca",
      "/ca/dcos-ca.crt",
      () => document(existing(parts.ca(), "HTTPS is not spoken here: there is no CA"), CERTIFICATE),
      open,
    ),
    read("jwks", "/acs/api/v1/auth/jwks", () => existing(edition.keySet?.(), NO_LOGIN), open),
    // Logins keep their own record: who tries is known only from what he sends.
    {
      name: "login",
      method: "POST",
      path: "/acs/api/v1/auth/login",
      effect: "read",
      ...open,
      answer: ({ request }) => existing(edition.login, NO_LOGIN)(request),
    },
    read("info", "/reeve/v1/info", () => json(parts.info())),
    read(
      "nodes.log",
      "/reeve/v1/services/*/nodes/*/log",
      (asked) => nodeLog(instanceOf(asked.segments[0]), asked, parts),
      {
        query: ["task", "tail", "after", "wait", "follow"],
      },
    ),
    {
      name: "deploy",
      method: "POST",
      path: "/reeve/v1/deploy",
      effect: "change",
      query: ["dry-run", "remove"],
      answer: (asked) => deploy(parts, asked),
    },
    read(
      "logs",
      "/reeve/v1/logs",
      ({ query }) =>
        document(lines(journal.tail(numberIn(query, "limit", 1, MOST_LOGGED, 200), levelIn(query))), LINES),
      {
        query: ["limit", "level"],
      },
    ),
    read(
      "audit",
      "/reeve/v1/audit",
      ({ query }) => document(lines(audit.tail(numberIn(query, "limit", 1, MOST_ENTRIES, 200))), LINES),
      {
        query: ["limit"],
      },
    ),
    read("metrics", "/reeve/v1/metrics", () => document(metrics.page(), "text/plain; version=0.0.4; charset=utf-8")),
    read("openapi", "/reeve/v1/openapi/*", ({ segments: [file = ""] }) => openApiAnswer(file)),
  ];
}

const CERTIFICATE = "application/x-x509-ca-cert";
const LINES = "application/x-ndjson; charset=utf-8";
const NO_LOGIN = "there are no logins in the open edition: it takes static tokens";

function health({ ending, orchestrator, audit }: OwnParts) {
  if (ending.aborted) return json({ status: "closing" }, 503);
  const reason = orchestrator.trouble() ?? audit.trouble();
  return reason === undefined ? json({ status: "ok" }) : json({ status: "failing", reason }, 503);
}

async function deploy({ deployment }: OwnParts, { request, query, who = "" }: OwnRequest) {
  const type = request.header("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== undefined && !/^(?:application\/(?:json|yaml|x-yaml)|text\/(?:yaml|x-yaml|plain))$/.test(type)) {
    throw refusal(415, "bad-input", "A definition is application/yaml or application/json.");
  }
  const text = await readText(request);
  const options = { who, from: request.client, dryRun: flagIn(query, "dry-run"), remove: flagIn(query, "remove") };
  return json({ dryRun: options.dryRun, changes: await deployment.deployText(text, options) });
}

async function nodeLog({ nodes }: Instance, { segments, query, request }: OwnRequest, { ending }: OwnParts) {
  const [task, after] = [query.get("task"), query.get("after")];
  const { bytes, next } = await nodes.log({
    node: segments[1] ?? "",
    ...(task !== null && { task }),
    ...(after !== null && { after }),
    tail: numberIn(query, "tail", 0, MOST_LINES, USUAL_LINES),
    wait: numberIn(query, "wait", 0, LONGEST_WAIT, 0),
    follow: flagIn(query, "follow"),
    signal: AbortSignal.any([request.signal(), ending]),
  });
  return streamed(bytes, next === undefined ? {} : { [LOG_NEXT]: next });
}

const LOG_NEXT = "reeve-log-next";
const MOST_LINES = 1_000_000;
const USUAL_LINES = 500;
const LONGEST_WAIT = 60;

function levelIn(query: URLSearchParams) {
  const text = query.get("level") ?? "debug";
  const level = levels.find((each) => each === text);
  if (level) return level;
  throw new ReeveError("bad-input", `level: expected ${levels.join(", ")}`);
}

function lines(entries: readonly object[]): string {
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");
}

function existing<Value>(value: Value | undefined, otherwise: string): Value {
  if (value === undefined) throw new ReeveError("not-found", otherwise);
  return value;
}
