import { setTimeout as sleep } from "node:timers/promises";
import { type AnyApi, createRouter, decode, documentedSchema, type RouteMatch } from "@reeve/contract";
import type { Reeve } from "@reeve/service";
import { coreSite, fsSite, readSite } from "@reeve/site-xml";
import { expect } from "vitest";
import type { DocumentedRow } from "./documented-rows.ts";

/** A parsed answer to an HTTP request. */
export interface Walked {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly body: unknown;
}

/** Requests rows of the API documents from one instance of a running service. */
export interface Walker {
  send(method: string, target: string, body?: unknown): Promise<Walked>;
  /** Waits until no rollout, recovery or maintenance is running. A plan that waits for an operator does not count as running. */
  quiet(): Promise<void>;
  /** Waits in the same way, and then sends the row's request. */
  walk(method: string, row: DocumentedRow): Promise<Walked>;
}

/** Whether a plan only continues after a command, because the plan was interrupted or never started. */
function waits(plan: unknown): boolean {
  return typeof plan === "object" && plan !== null && "status" in plan && plan.status === "WAITING";
}

export function walker(reeve: Pick<Reeve, "url" | "token">, service: string, timeout = 120_000): Walker {
  const send = async (method: string, target: string, body?: unknown): Promise<Walked> => {
    const response = await fetch(reeve.url + target, {
      method,
      headers: {
        authorization: `token=${reeve.token}`,
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const type = response.headers.get("content-type") ?? "";
    return { status: response.status, type, text, body: type.includes("json") ? JSON.parse(text) : text };
  };
  const prefix = `/reeve/v1/services/${service}/plans`;
  const quiet = async () => {
    for (const deadline = Date.now() + timeout; ; await sleep(20)) {
      const plans = (await send("GET", prefix)).body as readonly string[];
      const answers = await Promise.all(plans.map((plan) => send("GET", `${prefix}/${plan}`)));
      const busy = answers.filter(({ status, body }) => status !== 200 && !waits(body));
      if (busy.length === 0) return;
      if (Date.now() > deadline) throw new Error(`not quiet: ${busy.map(({ text }) => text).join("\n")}`);
    }
  };
  return {
    send,
    quiet,
    async walk(method, row) {
      await quiet();
      return send(method, targetOf(row, service, await configuration()), bodies[row.path]);
    },
  };

  async function configuration(): Promise<string> {
    const info = (await send("GET", "/reeve/v1/info")).body as {
      readonly services: readonly { readonly name: string; readonly configuration: string }[];
    };
    return info.services.find(({ name }) => name === service)?.configuration ?? "";
  }
}

const backup = {
  backup_name: "conformance",
  external_location: "s3://conformance",
  s3_access_key: "ACCESS",
  s3_secret_key: "SECRET",
};
const bodies: Readonly<Record<string, unknown>> = {
  "/cleanup/start": { nodes: ["*"] },
  "/repair/start": { nodes: ["*"] },
  "/backup/start": backup,
  "/restore/start": backup,
};
const queryValues: Readonly<Record<string, string>> = {
  name: "made",
  partitions: "4",
  replication: "2",
  time: "last",
  messages: "100",
};

/** The request line of a row with all parameters filled in. */
export function targetOf({ api, path, query }: DocumentedRow, service: string, configuration: string): string {
  const topic = path === "/topics/{topic}" && query.startsWith("partitions") ? "made" : "orders";
  const values: Readonly<Record<string, string>> = {
    base_url: "",
    service_name: service,
    broker_id: "1",
    topic,
    config_id: configuration,
    plan: "deploy",
    node_id: api === "broker" ? "broker-1" : "data-1",
    node_number: "1",
  };
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
  const search = query.replaceAll(/(\w+)=(?=&|$)/g, (_, name: string) => `${name}=${queryValues[name]}`);
  const full = path.startsWith("{base_url}") ? filled : `/service/${service}/v1${filled}`;
  return search === "" ? full : `${full}?${search}`;
}

/**
 * Compares an answer with the API document. A row of this revision must be answered with success, or with a plan's own status, and with a
 * body that fits the schema. Any other row must be answered with a problem. Returns the operation that answered.
 */
export function expectAnswer(api: AnyApi, revision: string, method: string, row: DocumentedRow, answer: Walked): string {
  const match = createRouter(api, revision).match(method, targetOf(row, "any", ANY_CONFIGURATION));
  // A row of another revision may have the same method and path as a row of this revision.
  if (match.kind !== "operation" || (!row.revisions.includes(revision) && match.unknownParameters.length > 0)) {
    expect([404, 405, 400]).toContain(answer.status);
    expect(answer.type).toBe("application/problem+json");
    return "–";
  }
  expect(answer.status, answer.text).toBeOneOf(statusesOf(match));
  expectDocumented(match, revision, answer);
  return match.name;
}

export const ANY_CONFIGURATION = "1915bcad-1235-400f-8406-4ac7555a7d34";

function statusesOf({ operation, name }: RouteMatch): readonly number[] {
  if (name === "plans.show") return [200, 202, 417, 503];
  if (name === "topics.delete") return [202];
  return operation.output.statuses.includes(208) ? [200, 208] : [200];
}

function expectDocumented({ operation, name }: RouteMatch, revision: string, answer: Walked): void {
  if (answer.status === 208) {
    expect(answer.text).toBe("Command has already been reported or completed");
    return;
  }
  if (name.startsWith("endpoints.")) {
    expect(answer.type).toBe("text/xml; charset=utf-8");
    // The document must be readable with the strictest parser and by the typed view.
    const view = name === "endpoints.fsSite" ? fsSite : coreSite;
    expect(view(readSite(answer.text))).toBeDefined();
    return;
  }
  expect(answer.type).toBe("application/json");
  const decoded = decode(documentedSchema(operation.output, revision), answer.body);
  expect(decoded.ok ? [] : decoded.issues).toEqual([]);
}
