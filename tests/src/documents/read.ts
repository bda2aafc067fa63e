import { setTimeout as sleep } from "node:timers/promises";
import type { Note, Shape } from "./shape.ts";

/** An instance whose answers are compared with its API document. */
export interface Reached {
  readonly url: string;
  readonly token: string;
  readonly service: string;
  readonly revision: string;
  /** INSTALL or STAGE, for brokers. */
  readonly strategy: string;
  /** "simulated", "kafka", "cassandra" or "hdfs". */
  readonly engine: string;
  /** The definition of the instance, by which an operator asks for rollouts. */
  readonly definition: Definition;
  /** Empties the database, because a restore needs an empty cluster. Only a simulated one needs no such preparation. */
  readonly prepare?: () => Promise<void>;
}

export type Definition = Readonly<Record<string, unknown>> & {
  readonly settings?: Readonly<Record<string, unknown>>;
};

/** A row of the table: what one place of the document says of one request, or of a course of several. */
export interface Row {
  readonly at: string;
  readonly revisions: readonly string[];
  /** The strategies of the instance to which the row applies; by default all. */
  readonly strategies?: readonly string[];
  readonly run: (ask: Asking) => Promise<void>;
}

export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly body: unknown;
  readonly headers: Headers;
}

/** What a row uses to send requests and to note what holds. */
export interface Asking extends Reached {
  /** Sends a request to a path below `{base_url}/service/{service_name}/v1`, or to a whole path. */
  send(request: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** Notes whether a rule holds. */
  holds(says: string, holds: boolean, seen?: unknown, ruling?: string): void;
  /** Notes everything that a shape says of an answer's body. */
  fits(shape: Shape, body: unknown): void;
  /** Repeats a read until it answers as wanted, or until the timeout. */
  until(request: string, wanted: (answer: Answer) => boolean): Promise<Answer>;
  /** Waits until no plan of the instance runs. A plan that waits for an operator does not run. */
  quiet(): Promise<void>;
  /** Deploys the definition with some changes, as an operator does. */
  deploy(change: Definition): Promise<void>;
}

/** One assertion of a document about one revision, and whether it holds. */
export interface Finding {
  readonly at: string;
  readonly says: string;
  holds: boolean;
  seen?: unknown;
  ruling?: string;
}

/** Answers that a request may have, and what its body must be. */
export interface Expected {
  readonly status: number | readonly number[];
  readonly shape?: Shape;
  readonly body?: unknown;
  /** The media type; by default JSON. */
  readonly type?: RegExp;
}

const JSON_TYPE = /^application\/json/;

/** A row of an endpoint table: one request with its answer. */
export function endpoint(
  at: string,
  revisions: readonly string[],
  request: string | ((ask: Asking) => Promise<string>),
  expected: Expected,
  more: Pick<Row, "strategies"> = {},
): Row {
  const run = async (ask: Asking) => {
    await ask.quiet();
    const target = typeof request === "string" ? request : await request(ask);
    const answer = await ask.send(target, expected.body);
    expectAnswer(ask, answer, expected);
  };
  return { at, revisions, run, ...more };
}

export function expectAnswer({ holds, fits }: Asking, answer: Answer, { status, shape, type = JSON_TYPE }: Expected) {
  const statuses = [status].flat();
  holds(`answers ${statuses.join(" or ")}`, statuses.includes(answer.status), `${answer.status} ${answer.text}`);
  if (shape === undefined || answer.status === 208) return;
  holds(`sends ${type.source}`, type.test(answer.type), answer.type);
  fits(shape, answer.body);
}

/** Reads a table of assertions against an instance, row by row. */
export async function readDocument(rows: readonly Row[], reached: Reached, timeout: number): Promise<readonly Finding[]> {
  const findings = new Map<string, Finding>();
  for (const { at, revisions, strategies, run } of rows) {
    if (!revisions.includes(reached.revision)) continue;
    if (strategies && !strategies.includes(reached.strategy)) continue;
    const note: Note = (place, says, holds, { seen, ruling } = {}) => {
      const key = `${at} ${place} ${says}`;
      const known = findings.get(key);
      if (known && !known.holds) return;
      const finding: Finding = { at, says: `${place} ${says}`.trim(), holds };
      if (!holds && ruling !== undefined) finding.ruling = ruling;
      if (!holds) finding.seen = seen;
      findings.set(key, finding);
    };
    try {
      await run(asking(reached, note, timeout));
    } catch (error) {
      const seen = error instanceof Error ? error.message : error;
      console.warn(`${reached.revision} ${at}: ${seen}`);
      note("", "can be asked", false, { seen });
    }
  }
  return [...findings.values()];
}

function asking(reached: Reached, note: Note, timeout: number): Asking {
  const { url, token, service } = reached;
  const send: Asking["send"] = async (request, body, headers = { authorization: `token=${token}` }) => {
    const [method = "", path = ""] = request.split(" ");
    const target = path.startsWith("//") ? path.slice(1) : `/service/${service}/v1${path}`;
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const type = body === undefined ? {} : { "content-type": "application/json" };
    const response = await fetch(url + target, { method, headers: { ...headers, ...type }, ...sent });
    const read = await response.text();
    const media = response.headers.get("content-type") ?? "";
    const parsed: unknown = media.includes("json") ? JSON.parse(read) : read;
    return { status: response.status, type: media, text: read, body: parsed, headers: response.headers };
  };
  const until: Asking["until"] = async (request, wanted) => {
    for (const deadline = Date.now() + timeout; ; await sleep(10)) {
      const answer = await send(request);
      if (wanted(answer)) return answer;
      if (Date.now() > deadline) throw new Error(`${request} did not become as wanted: ${answer.text.slice(0, 500)}`);
    }
  };
  return {
    ...reached,
    send,
    until,
    holds: (says, holds, seen, ruling) => note("", says, holds, { seen, ...(ruling !== undefined && { ruling }) }),
    fits: (shape, body) => shape(body, "body", note),
    async quiet() {
      const own = `//reeve/v1/services/${service}/plans`;
      for (const plan of (await send(`GET ${own}`)).body as readonly string[]) {
        await until(`GET ${own}/${plan}`, ({ status, body }) => status === 200 || waits(body));
      }
    },
    async deploy(change) {
      const { definition } = reached;
      const next = { ...definition, ...change, settings: { ...definition.settings, ...change.settings } };
      const answer = await send(`POST //reeve/v1/deploy?only=${service}`, { services: { [service]: next } });
      if (answer.status >= 300) throw new Error(answer.text);
    },
  };
}

function waits(plan: unknown): boolean {
  return (plan as { readonly status?: unknown } | null)?.status === "WAITING";
}
