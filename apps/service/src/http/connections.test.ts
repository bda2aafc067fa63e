import { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createConnections } from "./connections.ts";
import { usualLimits } from "./limits.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function scene() {
  const connections = createConnections(usualLimits, () => false);
  const dropped: number[] = [];
  const open = (remotePort: number, remoteAddress = "10.0.0.1") => {
    const destroy = () => {
      dropped.push(remotePort);
      socket.emit("close");
    };
    const socket: Socket = Object.assign(new EventEmitter(), { remoteAddress, remotePort, destroy }) as never;
    connections.add(socket);
    return socket;
  };
  return { connections, dropped, open };
}

test("connections beyond the limit of a client are dropped a few at a time, the one that is silent longest first", () => {
  const { connections, dropped, open } = scene();
  for (let port = 1; port <= 450; port++) open(port);
  expect(dropped).toEqual([]);
  vi.advanceTimersByTime(5);
  expect(dropped).toEqual([1, 2]);
  vi.advanceTimersByTime(5000);
  expect(dropped).toEqual(Array.from({ length: 200 }, (_, index) => index + 1));
  expect(connections.count()).toBe(250);
});

test("three quarters of all connections are the most without a token, and the client with the most of them loses one", () => {
  const { connections, dropped, open } = scene();
  const known = open(1);
  connections.trust(connections.of(known));
  const other = open(2, "10.0.0.2");
  for (let port = 3; port <= 1200; port++) open(port);
  expect(connections.count()).toBe(751);
  expect(dropped).not.toContain(1);
  expect(dropped).not.toContain(other.remotePort);
});
