import { request } from "node:http";
import { isReeveError, ReeveError } from "@reeve/contract";
import { type Reachable, reached } from "@reeve/orchestrator/engine";
import { AGENT_USER } from "../specs/agent-file.ts";

/** Administers a node through the Jolokia agent in the node's process. This agent gives access to the node's JMX beans over HTTP. */
export interface Agent {
  read(bean: string, attributes: readonly string[], options: CallOptions): Promise<Readonly<Record<string, unknown>>>;
  /** Reads one attribute of every bean whose name matches a pattern. The keys of the result are the names of the beans. */
  readAll(pattern: string, attribute: string, options: CallOptions): Promise<ReadonlyMap<string, unknown>>;
  search(pattern: string, options: CallOptions): Promise<readonly string[]>;
  /** Calls an operation. The name of an overloaded operation includes its parameter types. */
  call(bean: string, operation: string, parameters: readonly unknown[], options: CallOptions): Promise<unknown>;
}

export interface CallOptions {
  readonly signal: AbortSignal;
  /** Timeout of the call in milliseconds (default: 5000). */
  readonly timeout?: number;
}

export interface AgentAddress extends Reachable {
  readonly password: string;
}

/** The bean for the node as a whole. */
export const STORAGE = "org.apache.cassandra.db:type=StorageService";
export const HINTS = "org.apache.cassandra.hints:type=HintsService";
export const PLACE = "org.apache.cassandra.db:type=EndpointSnitchInfo";

const DEFAULT_TIMEOUT = 5000;

/** Timeout in milliseconds for operations that move or rewrite data. */
export const LONG = 24 * 3_600_000;

export function openAgent({ password, ...address }: AgentAddress): Agent {
  const auth = `${AGENT_USER}:${password}`;

  async function ask(body: Question, { signal, timeout = DEFAULT_TIMEOUT }: CallOptions): Promise<unknown> {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
    let answer: Answer;
    try {
      answer = JSON.parse(await post(address, auth, JSON.stringify(body), limit)) as Answer;
    } catch (error) {
      signal.throwIfAborted();
      if (isReeveError(error)) throw error;
      throw new ReeveError("server-failure", `the node at ${address.host} does not answer`, {}, { cause: error });
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

/** Sends a request through `node:http`, because `fetch` would end a call after five minutes, while some calls to a node take hours. */
async function post(address: Reachable, auth: string, body: string, signal: AbortSignal): Promise<string> {
  const to = await reached(address);
  return new Promise((resolve, reject) => {
    const headers = {
      // The node's own address, even if the connection goes through another one.
      host: `${address.host}:${address.port}`,
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
    };
    const sent = request({ ...to, auth, method: "POST", path: "/jolokia/", headers, signal }, (answer) => {
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

/** Returns the node's error message, without the names of Java classes at its start. */
function reasonIn({ error = "the node refused the request and gave no reason" }: Answer): string {
  const [line = error] = error.split("\n");
  return line.replace(/^(?:[\w.$]+(?:Exception|Error)\s*:\s*)+/, "").trim() || error;
}
