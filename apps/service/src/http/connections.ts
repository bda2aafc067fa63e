import type { Socket } from "node:net";
import { clientOf } from "./client-of.ts";
import type { HttpLimits } from "./limits.ts";

/**
 * The open connections. A connection is trusted once a request on it had a valid token. When a client, or all clients together, have too
 * many connections that are not trusted, those that have been silent longest are dropped, and not the new ones: so a client without a token
 * can neither lock others out nor displace their connections. Those of one client are dropped a few at a time, because a client that opens
 * them again at once would otherwise come back with all of them together.
 */
export type Connections = ReturnType<typeof createConnections>;

/** The share of all connections that only trusted ones may take. */
const RESERVED = 0.25;

/** Milliseconds between the times at which some connections of clients that have too many are dropped, and the share of them. */
const DROP_EVERY = 5;
const DROPPED = 0.01;

export function createConnections(limits: HttpLimits, isProxy: (address: string) => boolean) {
  /** Connections that are not trusted, by client; the one that has been silent longest is the first. */
  const waiting = new Map<string, Map<string, Socket>>();
  const all = new Map<string, { readonly client: string; readonly socket: Socket }>();
  let untrusted = 0;

  const clientFor = (key: string) => all.get(key)?.client ?? "";
  const leave = (key: string): Socket | undefined => {
    const client = clientFor(key);
    const ofClient = waiting.get(client);
    const socket = ofClient?.get(key);
    if (!ofClient?.delete(key)) return undefined;
    untrusted--;
    if (ofClient.size === 0) waiting.delete(client);
    return socket;
  };
  const dropFirst = (ofClient: ReadonlyMap<string, Socket> | undefined) => {
    const [key] = ofClient?.keys() ?? [];
    if (key !== undefined) leave(key)?.destroy();
  };
  /** The client with the most connections that are not trusted. */
  const largest = () => [...waiting.values()].reduce((one, other) => (other.size > one.size ? other : one), new Map());
  let isWaiting = false;
  const excessOf = (ofClient: ReadonlyMap<string, Socket>) => ofClient.size - limits.connectionsPerClient;
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
  const enter = (key: string, client: string, socket: Socket) => {
    const ofClient = waiting.get(client) ?? new Map<string, Socket>();
    waiting.set(client, ofClient.set(key, socket));
    untrusted++;
  };

  return {
    add: (socket: Socket) => {
      const key = keyOf(socket);
      const address = socket.remoteAddress ?? "unknown";
      const client = clientOf(address);
      all.set(key, { client, socket });
      socket.once("close", () => {
        leave(key);
        all.delete(key);
      });
      // The clients behind a proxy cannot be told apart by their connections.
      if (isProxy(address)) return;
      enter(key, client, socket);
      if (untrusted > limits.connections * (1 - RESERVED)) dropFirst(largest());
      else if (excessOf(waiting.get(client) ?? new Map()) > 0) dropLater();
    },
    /** Notes that a request has arrived. */
    used: (socket: Socket) => {
      const key = keyOf(socket);
      const first = leave(key);
      if (first) enter(key, clientFor(key), first);
    },
    /** Notes that a request had a valid token. */
    trust: (socket: Socket) => void leave(keyOf(socket)),
    count: () => all.size,
    /** Closes all connections, also those that Node's server does not count: with a handshake in progress, or for a tunnel. */
    closeAll: () => {
      for (const { socket } of all.values()) socket.destroy();
    },
  };
}

/** With TLS, requests name another object than the connection that was accepted, but both have the same addresses. */
function keyOf(socket: Socket): string {
  const known = keys.get(socket);
  if (known !== undefined) return known;
  const key = `${socket.remoteAddress} ${socket.remotePort}`;
  keys.set(socket, key);
  return key;
}

/** Making a key takes longer than finding it, and each request needs it twice. */
const keys = new WeakMap<Socket, string>();
