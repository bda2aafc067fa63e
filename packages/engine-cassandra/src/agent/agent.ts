import { request } from "node:http";
import { ReeveError } from "@reeve/contract";
import { AGENT_USER } from "../specs/agent-file.ts";

/** A node's administration: JMX over HTTP. */
export interface Agent {
  /** Attributes of a bean. */
  read(bean: string, attributes: readonly string[], options: CallOptions): Promise<Readonly<Record<string, unknown>>>;
  /** One attribute of every bean that a pattern matches, by the bean's name. */
  readAll(pattern: string, attribute: string, options: CallOptions): Promise<ReadonlyMap<string, unknown>>;
  /** The names of the beans that a pattern matches. */
  search(pattern: string, options: CallOptions): Promise<readonly string[]>;
  /** Calls an operation; one with overloads is named with its parameter types. */
  call(bean: string, operation: string, parameters: readonly unknown[], options: CallOptions): Promise<unknown>;
}

export interface CallOptions {
  readonly signal: AbortSignal;
  /** Milliseconds; five seconds by default. */
  readonly timeout?: number;
}

/** Where the agent listens, and its password. */
export interface AgentAddress {
  readonly host: string;
  readonly port: number;
  readonly password: string;
}

/** The bean of a node itself. */
export const STORAGE = "org.apache.cassandra.db:type=StorageService";
export const HINTS = "org.apache.cassandra.hints:type=HintsService";
export const PLACE = "org.apache.cassandra.db:type=EndpointSnitchInfo";

const DEFAULT_TIMEOUT = 5000;

/** Milliseconds for an operation that moves or rewrites data. */
export const LONG = 24 * 3_600_000;

export function openAgent({ host, port, password }: AgentAddress): Agent {
  const auth = `${AGENT_USER}:${password}`;

  async function ask(body: Question, { signal, timeout = DEFAULT_TIMEOUT }: CallOptions): Promise<unknown> {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
    let answer: Answer;
    try {
      answer = JSON.parse(await post({ host, port, auth }, JSON.stringify(body), limit)) as Answer;
    } catch (error) {
      signal.throwIfAborted();
      throw new ReeveError("server-failure", `the node at ${host} does not answer`, {}, { cause: error });
    }
    if (answer.status === 200) return answer.value;
    throw new ReeveError("server-failure", reasonIn(answer));
  }

  return {
    read: async (mbean, attribute, options) =>
      (await ask({ type: "read", mbean, attribute }, options)) as Readonly<Record<string, unknown>>,
    async readAll(mbean, attribute, options) {
      const value = (await ask({ type: "read", mbean, attribute: [attribute] }, options)) as Readonly<
        Record<string, Readonly<Record<string, unknown>>>
      >;
      return new Map(Object.entries(value).map(([name, attributes]) => [name, attributes[attribute]]));
    },
    search: async (mbean, options) => (await ask({ type: "search", mbean }, options)) as readonly string[],
    call: (mbean, operation, parameters, options) =>
      ask({ type: "exec", mbean, operation, arguments: parameters }, options),
  };
}

interface Question {
  readonly type: "read" | "exec" | "search";
  readonly mbean: string;
  readonly [field: string]: unknown;
}

interface Answer {
  readonly status: number;
  readonly value?: unknown;
  readonly error?: string;
}

/** Without `fetch`, which ends a call after five minutes, because some of a node's calls take hours. */
function post(
  to: { readonly host: string; readonly port: number; readonly auth: string },
  body: string,
  signal: AbortSignal,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
    const sent = request({ ...to, method: "POST", path: "/jolokia/", headers, signal }, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (piece: string) => {
        text += piece;
      });
      answer.on("end", () => resolve(text));
      answer.on("error", reject);
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

/** The node's message without the names of Java classes in front of it. */
function reasonIn({ error = "it refused without a reason" }: Answer): string {
  const [line = error] = error.split("\n");
  return line.replace(/^(?:[\w.$]+(?:Exception|Error)\s*:\s*)+/, "").trim() || error;
}
