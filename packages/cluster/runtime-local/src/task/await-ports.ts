import { type Clock, pause } from "@reeve/orchestrator/runtime";
import type { Listener, Platform } from "../process/platform.ts";
import { isPortFree, type Where } from "./free-port.ts";
import type { TakenPort } from "./ports.ts";

export interface AwaitPortsOptions {
  readonly where: Where;
  readonly random: () => number;
  readonly platform: Platform;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  report(waitsFor: string): void;
}

/** Milliseconds between two checks of a port. */
const POLL_INTERVAL = 500;

/** Waits until other programs have released the ports of a node. */
export async function awaitPorts(taken: readonly TakenPort[], options: AwaitPortsOptions): Promise<void> {
  const { clock, platform, signal, report, where, random } = options;
  for (const each of taken) {
    let reported = "";
    for (;;) {
      signal.throwIfAborted();
      // The system is asked for the listener first, because binding the port as a test would occupy it for a moment.
      const holder = await platform.listenerOn(each.port, where.isOwn ? where.host : undefined);
      if (!holder && (await isPortFree(each.port, { ...where, random }))) break;
      const reason = inUse(each, holder);
      if (reason !== reported) report(reason);
      reported = reason;
      await pause(clock, POLL_INTERVAL, signal);
    }
  }
}

function inUse({ what }: TakenPort, holder: Listener | undefined): string {
  const { pid, name, user } = holder ?? {};
  const program = pid === undefined ? "another program" : `the process ${pid} (${name})`;
  const who = user === undefined ? program : `${program} of the user ${user}`;
  return `${what} is in use by ${who}; end that program, or choose another port in the definition`;
}
