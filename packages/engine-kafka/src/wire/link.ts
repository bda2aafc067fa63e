import type { API, Connection } from "@platformatic/kafka";
import type { Endpoint } from "./endpoint.ts";
import { protocol } from "./protocol.ts";

/** A connection to one node of the cluster: opened when it is first used, and again after it broke. */
export interface Link {
  /**
   * Sends one request. An answer with error codes is returned like any other. After the timeout (in milliseconds) the connection is closed,
   * because answers come in order.
   */
  call<Arguments extends unknown[], Answer>(
    api: API<Arguments, Answer>,
    args: Arguments,
    deadline: number,
  ): Promise<Answer>;
  close(): void;
}

/** Timeout for a connection to a node, in milliseconds. */
const CONNECTING = 3000;

export function openLink({ host, port }: Endpoint): Link {
  let current: Promise<Connection> | undefined;
  let closed = false;
  /** Connections that were dropped because no answer came. */
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
    // Callers get the error from their own request.
    connection.on("error", () => undefined);
    try {
      await connection.connect(host, port);
    } catch (error) {
      throw new NotSent(`${host}:${port} does not answer`, { cause: error });
    }
    if (closed) void connection.close();
    return connection;
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
      const used = current ?? connect();
      const connection = await used;
      try {
        return await within(deadline, api.async(connection, ...args));
      } catch (error) {
        const { ResponseError } = await protocol();
        if (error instanceof ResponseError) return error.response;
        // Other callers may have reconnected meanwhile and wait for their answers.
        if (error instanceof AnswerTimeout) hung.add(used);
        if (current === used) drop();
        // Other requests on a connection that hangs end with it, for the same reason.
        throw hung.has(used) ? answerTimeout(deadline) : error;
      }
    },
    close() {
      closed = true;
      drop();
    },
  };
}

/** Nothing was sent, so another node may be asked. */
export class NotSent extends Error {}

/** The answer did not come in time; the request may still be executed. */
export class AnswerTimeout extends Error {}

export function answerTimeout(milliseconds: number): AnswerTimeout {
  return new AnswerTimeout(`no answer within ${milliseconds / 1000} s`);
}

const LONG = 600_000;

function within<Answer>(milliseconds: number, answer: Promise<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(answerTimeout(milliseconds)), milliseconds);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
