import type { API, Connection } from "@platformatic/kafka";
import { isReeveError } from "@reeve/contract";
import type { Address, EngineContext } from "@reeve/orchestrator/engine";
import { type Protocol, protocol } from "./protocol.ts";

/** A connection to one node of the cluster. The first request opens the connection, and so does the first request after a failure. */
export interface Link {
  /**
   * Sends one request. A response that contains error codes is returned like any other. After the timeout (in milliseconds) the connection
   * is closed, because responses come in order, and all later responses would wait for the missing one.
   */
  call<Arguments extends unknown[], Answer>(api: API<Arguments, Answer>, args: Arguments, deadline: number): Promise<Answer>;
  /** Closes the connection. Later requests are not sent. */
  close(): void;
}

/** One connection to each node of a cluster. */
export interface NodeLinks {
  to(endpoint: Address): Link;
  close(): void;
}

/** Timeout in milliseconds of requests that a node answers without asking other nodes. */
export const READ_TIMEOUT = 5000;

/** Chooses a request of the protocol, for example `(kafka) => kafka.metadataV12`. */
export type KafkaRequest<Arguments extends unknown[], Answer> = (kafka: Protocol) => { readonly api: API<Arguments, Answer> };

/** Sends a request that a node answers without asking other nodes, for example `askLink(link, (kafka) => kafka.metadataV12, [[]])`. */
export async function askLink<Arguments extends unknown[], Answer>(
  link: Link,
  request: KafkaRequest<Arguments, Answer>,
  args: Arguments,
  timeout = READ_TIMEOUT,
): Promise<Answer> {
  return link.call(request(await protocol()).api, args, timeout);
}

/** Opens the connections. With `reach`, this process connects to other addresses than those of the nodes, such as forwarded ports. */
export function openLinks(reach?: EngineContext<unknown>["reach"]): NodeLinks {
  const links = new Map<string, Link>();
  let closed = false;
  return {
    to(endpoint) {
      const key = writeEndpoint(endpoint);
      const link = links.get(key) ?? openLink(endpoint, reach);
      links.set(key, link);
      if (closed) link.close();
      return link;
    },
    close() {
      closed = true;
      for (const link of links.values()) link.close();
    },
  };
}

/** The address as text, which identifies a connection. */
export function writeEndpoint({ host, port }: Address): string {
  return `${host}:${port}`;
}

const CONNECTING = 3000;

export function openLink(endpoint: Address, reach: EngineContext<unknown>["reach"] = async () => endpoint): Link {
  let current: Promise<Connection> | undefined;
  let closed = false;
  /** Connections that were closed because a request on them timed out. */
  const hung = new WeakSet<Promise<Connection>>();

  function connect(): Promise<Connection> {
    const connecting = open();
    current = connecting;
    const forget = () => {
      if (current === connecting) current = undefined;
    };
    connecting.then((connection) => connection.on("close", forget), forget);
    return connecting;
  }

  async function open(): Promise<Connection> {
    const { Connection } = await protocol();
    const connection = new Connection("reeve", { connectTimeout: CONNECTING, requestTimeout: LONG });
    // This event is ignored, because each caller gets the error from its own request.
    connection.on("error", () => undefined);
    try {
      const { host, port } = await reach(endpoint);
      await connection.connect(host, port);
    } catch (error) {
      // An operator has to read why the service may not connect.
      const why = isReeveError(error) ? error.message : `${writeEndpoint(endpoint)} does not answer`;
      throw new NotSent(why, { cause: error });
    }
    if (!closed) return connection;
    void connection.close();
    throw afterClose();
  }

  function drop(): void {
    const dropped = current;
    current = undefined;
    dropped?.then(
      (connection) => connection.close(),
      () => undefined,
    );
  }

  return {
    async call(api, args, deadline) {
      if (closed) throw afterClose();
      const used = current ?? connect();
      const connection = await used;
      try {
        return await within(deadline, api.async(connection, ...args), () => Promise.reject(answerTimeout(deadline)));
      } catch (error) {
        const { ResponseError } = await protocol();
        if (error instanceof ResponseError) return error.response;
        // Other callers may already use a new connection, so only the connection that failed is dropped.
        if (error instanceof AnswerTimeout) hung.add(used);
        if (current === used) drop();
        // The timeout of one request closes the shared connection, so the other requests on that connection have timed out as well.
        throw hung.has(used) ? answerTimeout(deadline) : error;
      }
    },
    close() {
      closed = true;
      drop();
    },
  };
}

/** Means that the request was not sent, so another node may be tried. */
export class NotSent extends Error {}

/** A request after the close must not open a connection, which nothing would close, and which would keep the process from ending. */
const afterClose = () => new NotSent("the service is closing its connections");

/** Means that no response came before the timeout. The node may still execute the request. */
export class AnswerTimeout extends Error {}

export function answerTimeout(milliseconds: number): AnswerTimeout {
  return new AnswerTimeout(`no answer within ${milliseconds / 1000} s`);
}

const LONG = 600_000;

/** Waits for an answer, and after the given time for what replaces it. */
export function within<Answer>(milliseconds: number, answer: Promise<Answer>, otherwise: () => Promise<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(otherwise()), milliseconds);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
