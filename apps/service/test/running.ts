import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Plan } from "@reeve/scheduler-models";
import type { Reeve } from "../src/index.ts";

/** An answer with its parsed body. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body if it is JSON, otherwise undefined. */
  readonly body: unknown;
}

/** Sends a request to a running service. */
export async function ask(
  reeve: Pick<Reeve, "url" | "token" | "fetch">,
  line: string,
  { json, headers = {}, token = reeve.token, signal }: AskOptions = {},
): Promise<Answered> {
  const [method = "", target = ""] = line.split(" ");
  const answer = await reeve.fetch(reeve.url + target, {
    method,
    headers: {
      ...(token !== "" && { authorization: `token=${token}` }),
      ...(json !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
    ...(signal && { signal }),
  });
  const text = await answer.text();
  const isJson = /\bjson\b/.test(answer.headers.get("content-type") ?? "") && text !== "";
  return { status: answer.status, headers: answer.headers, text, body: isJson ? JSON.parse(text) : undefined };
}

export interface AskOptions {
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The token to send instead of the service's own; an empty text sends no token. */
  readonly token?: string;
  readonly signal?: AbortSignal;
}

/** A plan in the newest form. */
export async function planOf(reeve: Reeve, service: string, plan = "deploy"): Promise<Plan> {
  const { body, status, text } = await ask(reeve, `GET /reeve/v1/services/${service}/plans/${plan}`);
  if (status === 404) throw new Error(text);
  return body as Plan;
}

/** Waits until a plan satisfies a condition. A timeout error contains the plan's last state. */
export async function until(reeve: Reeve, service: string, plan: string, is: (plan: Plan) => boolean, timeout = 120_000): Promise<Plan> {
  const deadline = Date.now() + timeout;
  for (;;) {
    const current = await planOf(reeve, service, plan);
    if (is(current)) return current;
    if (Date.now() > deadline)
      throw new Error(`the ${plan} plan of ${service} did not reach the expected state: ${JSON.stringify(current, null, 1)}`);
    await sleep(10);
  }
}

export const complete = ({ status }: Plan): boolean => status === "COMPLETE";

/** Waits until a condition holds. */
export async function eventually<Value>(
  check: () => Promise<Value | false | undefined> | Value | false | undefined,
  timeout = 120_000,
): Promise<Value> {
  const deadline = Date.now() + timeout;
  for (;;) {
    const value = await check();
    if (value !== undefined && value !== false) return value;
    if (Date.now() > deadline) throw new Error("the condition never held");
    await sleep(10);
  }
}

/** A folder that is deleted after the test. */
export function temporaryFolder(): { readonly path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), "reeve-service-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}
