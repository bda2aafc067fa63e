import type { Socket } from "node:net";
import { clientOf } from "./client-of.ts";
import type { HttpLimits } from "./limits.ts";
import { createQueue, type Queue } from "./turns.ts";

/**
 * The open connections. A connection is trusted once a request on it had a valid token. When a client, or all clients together, have too
 * many connections that are not trusted, those that have been silent longest are dropped, and not the new ones: so a client without a token
 * can neither lock others out nor displace their connections. Those of one client are dropped a few at a time, because a client that opens
 * them again at once would otherwise come back with all of them together.
 */
export type Connections = ReturnType<typeof createConnections>;

/** What the server knows of an open connection. */
export interface ClientConnection {
  readonly client: string;
  readonly socket: Socket;
  /** The requests that wait for earlier ones. */
  readonly queue: Queue;
}

/** The share of all connections that only trusted ones may take. */
const RESERVED = 0.25;

/** Milliseconds between the times at which some connections of clients that have too many are dropped, and the share of them. */
const DROP_EVERY = 5;
const DROPPED = 0.01;

export function createConnections(limits: HttpLimits, isProxy: (address: string) => boolean) {
  /** Connections that are not trusted, by client; the one that has been silent longest is the first. */
  const waiting = new Map<string, Set<ClientConnection>>();
  const all = new Map<string, ClientConnection>();
  /** The same by the object that requests have. */
  const known = new WeakMap<Socket, ClientConnection>();
  let untrusted = 0;

  const leave = (connection: ClientConnection): boolean => {
    const ofClient = waiting.get(connection.client);
    if (!ofClient?.delete(connection)) return false;
    untrusted--;
    if (ofClient.size === 0) waiting.delete(connection.client);
    return true;
  };
  const enter = (connection: ClientConnection): ReadonlySet<ClientConnection> => {
    const ofClient = waiting.get(connection.client) ?? new Set();
    waiting.set(connection.client, ofClient.add(connection));
    untrusted++;
    return ofClient;
  };
  const dropFirst = (ofClient: ReadonlySet<ClientConnection>) => {
    const [first] = ofClient;
    if (first && leave(first)) first.socket.destroy();
  };
  /** The client with the most connections that are not trusted. */
  const largest = () => [...waiting.values()].reduce((one, other) => (other.size > one.size ? other : one), new Set());
  let isWaiting = false;
  const excessOf = (ofClient: ReadonlySet<ClientConnection>) => ofClient.size - limits.connectionsPerClient;
  const dropSome = () => {
    isWaiting = false;
    for (const ofClient of [...waiting.values()].filter((each) => excessOf(each) > 0)) {
      for (let left = Math.ceil(excessOf(ofClient) * DROPPED); left > 0; left--) dropFirst(ofClient);
      if (excessOf(ofClient) > 0) dropLater();
    }
  };
  const dropLater = () => {
    if (!isWaiting) setTimeout(dropSome, DROP_EVERY).unref();
    isWaiting = true;
  };
  /** With TLS, requests name another object than the connection that was accepted, but both have the same addresses. */
  const find = (socket: Socket): ClientConnection => {
    const connection = all.get(keyOf(socket)) ?? connectionOf(socket);
    known.set(socket, connection);
    return connection;
  };

  return {
    add: (socket: Socket) => {
      const key = keyOf(socket);
      const connection = connectionOf(socket);
      all.set(key, connection);
      socket.once("close", () => {
        leave(connection);
        all.delete(key);
      });
      // The clients behind a proxy cannot be told apart by their connections.
      if (isProxy(socket.remoteAddress ?? "")) return;
      const ofClient = enter(connection);
      if (untrusted > limits.connections * (1 - RESERVED)) dropFirst(largest());
      else if (excessOf(ofClient) > 0) dropLater();
    },
    /** The connection of a request. */
    of: (socket: Socket): ClientConnection => known.get(socket) ?? find(socket),
    /** Notes that a request has arrived. */
    used: (connection: ClientConnection) => {
      if (leave(connection)) enter(connection);
    },
    /** Notes that a request had a valid token. */
    trust: (connection: ClientConnection) => void leave(connection),
    count: () => all.size,
    /** Closes all connections, also those that Node's server does not count: with a handshake in progress, or for a tunnel. */
    closeAll: () => {
      for (const { socket } of all.values()) socket.destroy();
    },
  };
}

function connectionOf(socket: Socket): ClientConnection {
  return { client: clientOf(socket.remoteAddress ?? "unknown"), socket, queue: createQueue() };
}

function keyOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
