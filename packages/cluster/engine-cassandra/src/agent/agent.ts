import { Agent as Connections, request } from "node:https";
import { isIP } from "node:net";
import { text } from "node:stream/consumers";
import { checkServerIdentity } from "node:tls";
import { isReeveError, ReeveError } from "@reeve/contract";
import { type Reachable, reached } from "@reeve/orchestrator/engine";
import type { Bean } from "./beans.ts";

export interface AgentCallOptions {
  readonly signal: AbortSignal;
  /** Timeout of the call in milliseconds (default: 5000). */
  readonly timeout?: number;
}

/** Where an agent listens, how it proves that it is the agent of one launch, and what the service proves to it. */
export interface AgentAddress extends Reachable {
  /** The id of the launch, which the agent's certificate names beside the node's address. */
  readonly launch: string;
  /** Returns the certificate of the authority that signs the agents' certificates. */
  authority(): Promise<string>;
  /** The secret of the launch. It is sent only after the agent has proven itself. */
  readonly secret: string;
}

const DEFAULT_TIMEOUT = 5000;

/** Timeout in milliseconds for operations that move or rewrite data. */
export const LONG = 24 * 3_600_000;

export type Agent = ReturnType<typeof openAgent>;

/** Administers a node through the Jolokia agent in the node's process. This agent gives access to the node's JMX beans over HTTPS. */
export function openAgent(address: AgentAddress) {
  async function ask(body: Question, { signal, timeout = DEFAULT_TIMEOUT }: AgentCallOptions): Promise<unknown> {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
    let answer: Answer;
    try {
      answer = JSON.parse(await post(address, JSON.stringify(body), limit)) as Answer;
    } catch (error) {
      signal.throwIfAborted();
      if (isReeveError(error)) throw error;
      throw new ReeveError("server-failure", `the node at ${address.host} does not answer`, {}, { cause: error });
    }
    if (answer.status === 200) return answer.value;
    throw new ReeveError("server-failure", reasonIn(answer));
  }

  return {
    async read<Attribute extends string>(
      { name: mbean }: Bean<Attribute>,
      attribute: readonly NoInfer<Attribute>[],
      options: AgentCallOptions,
    ): Promise<Attributes> {
      return (await ask({ type: "read", mbean, attribute }, options)) as Attributes;
    },
    /** Reads one attribute of every bean whose name matches a pattern. The keys of the result are the names of the beans. */
    async readAll<Attribute extends string>(
      { name: mbean }: Bean<Attribute>,
      attribute: NoInfer<Attribute>,
      options: AgentCallOptions,
    ): Promise<ReadonlyMap<string, unknown>> {
      const value = (await ask({ type: "read", mbean, attribute: [attribute] }, options)) as Readonly<Record<string, Attributes>>;
      return new Map(Object.entries(value).map(([name, attributes]) => [name, attributes[attribute]]));
    },
    call: <Operation extends string>(
      { name: mbean }: Bean<string, Operation>,
      operation: NoInfer<Operation>,
      parameters: readonly unknown[],
      options: AgentCallOptions,
    ): Promise<unknown> => ask({ type: "exec", mbean, operation, arguments: parameters }, options),
  };
}

type Attributes = Readonly<Record<string, unknown>>;

interface Question {
  readonly type: "read" | "exec";
  readonly mbean: string;
  readonly [field: string]: unknown;
}

interface Answer {
  readonly status: number;
  readonly value?: unknown;
  readonly error?: string;
}

/** Keeps connections, because a handshake takes ten times as long as a request. Each one checks the certificate again. */
const connections = new Connections({ keepAlive: true, timeout: 5000, maxCachedSessions: 0 });

/** Sends a request through `node:https`, because `fetch` would end a call after five minutes, while some calls to a node take hours. */
async function post(address: AgentAddress, body: string, signal: AbortSignal): Promise<string> {
  const { host, port, launch, secret } = address;
  const [to, ca] = await Promise.all([reached(address), address.authority()]);
  const headers = {
    // The node's own address, even if the connection goes through another one.
    host: `${host}:${port}`,
    origin: secret,
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
  };
  return new Promise((resolve, reject) => {
    const sent = request({
      ...{ ...to, ca, ...(address.reach && agentCertificateName(host)), agent: connections, signal },
      ...{ method: "POST", path: "/jolokia/", headers },
      checkServerIdentity: (_, certificate) => checkServerIdentity(host, certificate) ?? checkServerIdentity(launch, certificate),
    });
    sent.on("response", (answer) => resolve(text(answer)));
    sent.on("error", reject);
    sent.end(body);
  });
}

/** Returns the node's error message, without the names of Java classes at its start. */
function reasonIn({ error = "the node refused the request and gave no reason" }: Answer): string {
  const [line = error] = error.split("\n");
  return line.replace(/^(?:[\w.$]+(?:Exception|Error)\s*:\s*)+/, "").trim() || error;
}

/** Returns the TLS option with the name in the node's certificate: the connection may go to the address of a forwarded port. */
export function agentCertificateName(host: string): { readonly servername?: string } {
  return isIP(host) === 0 ? { servername: host } : {};
}
