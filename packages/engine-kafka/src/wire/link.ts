import type { API, Connection } from "@platformatic/kafka";
import type { Endpoint } from "./endpoint.ts";
import { protocol } from "./protocol.ts";

/** A way to one node of the cluster: connected when it is first used, and anew after it broke. */
export interface Link {
  /**
   * Asks one thing. An answer that carries error codes is an answer. The deadline is in milliseconds; when it passes, the connection is given up,
   * because answers come in order.
   */
  call<Arguments extends unknown[], Answer>(
    api: API<Arguments, Answer>,
    args: Arguments,
    deadline: number,
  ): Promise<Answer>;
  close(): void;
}

/** Milliseconds for a node of this or a near machine to accept a connection. */
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
    // Whoever waits for an answer is told.
    connection.on("error", () => undefined);
    try {
      await connection.connect(host, port);
    } catch (error) {
      throw new Unreached(`${host}:${port} does not answer`, { cause: error });
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
        // Others may have connected anew meanwhile, and wait for answers of their own.
        if (error instanceof TooLate) hung.add(used);
        if (current === used) drop();
        // What else waited on a connection that hangs ends with it, for the same reason.
        throw hung.has(used) ? tooLate(deadline) : error;
      }
    },
    close() {
      closed = true;
      drop();
    },
  };
}

/** Nothing was sent: whoever asked may ask another node. */
export class Unreached extends Error {}

/** The answer did not come in time; what was asked may be done all the same. */
export class TooLate extends Error {}

export function tooLate(milliseconds: number): TooLate {
  return new TooLate(`no answer within ${milliseconds / 1000} s`);
}

const LONG = 600_000;

function within<Answer>(milliseconds: number, answer: Promise<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(tooLate(milliseconds)), milliseconds);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
