import type { Socket } from "node:net";
import { clientOf } from "./client-of.ts";
import type { HttpLimits } from "./limits.ts";

/**
 * The open connections. A connection is trusted once a request on it had a valid token. When a client, or all clients together, have too
 * many connections that are not trusted, the one that has been silent longest is dropped, and not the new one: so a client without a token
 * can neither lock others out nor displace their connections.
 */
export interface Connections {
  add(socket: Socket): void;
  /** Notes that a request has arrived. */
  used(socket: Socket): void;
  /** Notes that a request had a valid token. */
  trust(socket: Socket): void;
  count(): number;
}

/** The share of all connections that only trusted ones may take. */
const RESERVED = 0.25;

export function createConnections(limits: HttpLimits, isProxy: (address: string) => boolean): Connections {
  /** Connections that are not trusted, by client; the one that has been silent longest is the first. */
  const waiting = new Map<string, Map<string, Socket>>();
  const all = new Map<string, string>();
  let untrusted = 0;

  const leave = (key: string): Socket | undefined => {
    const client = all.get(key) ?? "";
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
  const enter = (key: string, client: string, socket: Socket) => {
    const ofClient = waiting.get(client) ?? new Map<string, Socket>();
    waiting.set(client, ofClient.set(key, socket));
    untrusted++;
  };

  return {
    add: (socket) => {
      const key = keyOf(socket);
      const address = socket.remoteAddress ?? "unknown";
      const client = clientOf(address);
      all.set(key, client);
      socket.once("close", () => {
        leave(key);
        all.delete(key);
      });
      // The clients behind a proxy cannot be told apart by their connections.
      if (isProxy(address)) return;
      enter(key, client, socket);
      if ((waiting.get(client)?.size ?? 0) > limits.connectionsPerClient) dropFirst(waiting.get(client));
      else if (untrusted > limits.connections * (1 - RESERVED)) dropFirst(largest());
    },
    used: (socket) => {
      const key = keyOf(socket);
      const first = leave(key);
      if (first) enter(key, all.get(key) ?? "", first);
    },
    trust: (socket) => void leave(keyOf(socket)),
    count: () => all.size,
  };
}

/** With TLS, requests name another object than the connection that was accepted, but both have the same addresses. */
function keyOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
