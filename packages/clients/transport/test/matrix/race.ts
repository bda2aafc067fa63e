import type { Transport } from "../../src/options.ts";

/** The longest time, in milliseconds, for which the server keeps an idle connection, and for which the client waits before a change. */
export const IDLE = 3;

/** The client's part of a race. Whether the change is answered is left to chance. */
export async function runRace(transport: Transport, change: number): Promise<void> {
  const read = { effect: "read", request: { method: "GET", path: "/read", query: "" } } as const;
  const made = { effect: "change", request: { method: "POST", path: `/change/${change}`, query: "" } } as const;
  await transport.send(read).catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, Math.random() * IDLE));
  await transport.send(made).catch(() => undefined);
}
