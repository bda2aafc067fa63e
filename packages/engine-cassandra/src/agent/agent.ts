import { ReeveError } from "@reeve/contract";
import { AGENT_USER } from "../specs/agent-file.ts";

/** A node's administration: JMX over HTTP. */
export interface Agent {
  /** Attributes of a bean. */
  read(bean: string, attributes: readonly string[], options: CallOptions): Promise<Readonly<Record<string, unknown>>>;
  /** One attribute of every bean that a pattern matches, by the bean's name. */
  readAll(pattern: string, attribute: string, options: CallOptions): Promise<ReadonlyMap<string, unknown>>;
  /** Calls an operation, which is named with its types where it has several forms. */
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

export const PLACE = "org.apache.cassandra.db:type=EndpointSnitchInfo";

const USUAL_TIMEOUT = 5000;

/** A node that does not answer, in contrast to one that refuses. */
class Silent extends Error {}

export function openAgent({ host, port, password }: AgentAddress): Agent {
  const authorization = `Basic ${Buffer.from(`${AGENT_USER}:${password}`).toString("base64")}`;

  async function ask(body: Request, { signal, timeout = USUAL_TIMEOUT }: CallOptions): Promise<unknown> {
    let answer: Answer;
    try {
      const response = await fetch(`http://${host}:${port}/jolokia/`, {
        method: "POST",
        headers: { authorization, "content-type": "application/json" },
        body: JSON.stringify(body),
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
      });
      answer = (await response.json()) as Answer;
    } catch (error) {
      signal.throwIfAborted();
      throw new Silent("it does not answer", { cause: error });
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
    call: (mbean, operation, parameters, options) =>
      ask({ type: "exec", mbean, operation, arguments: parameters }, options),
  };
}

interface Request {
  readonly type: "read" | "exec";
  readonly mbean: string;
  readonly [field: string]: unknown;
}

interface Answer {
  readonly status: number;
  readonly value?: unknown;
  readonly error?: string;
}

/** The node's own words, without the names of Java's classes before them. */
function reasonIn({ error = "it refused without a reason" }: Answer): string {
  return (
    error
      .split("\n")[0]
      ?.replace(/^(?:[\w.$]+(?:Exception|Error)\s*:\s*)+/, "")
      .trim() || error
  );
}
