import { bytes, type Look, safe, type Terminal } from "@reeve/terminal";
import type { TransportEvent } from "@reeve/transport";

/** How much of the requests is told, and where. */
export interface Trace {
  /** 0 for nothing, 1 for a line each way, 2 for headers as well. */
  readonly level: number;
  readonly notes: Terminal["notes"];
}

/** Tells of each request. What comes from the transport has no secrets in it any more. */
export function traceTo({ level, notes }: Trace): (event: TransportEvent) => void {
  if (level === 0) return () => {};
  return (event) => {
    const lines = linesOf(event, level > 1);
    if (lines.length > 0) notes.write(`${lines.map((line) => painted(line, notes.look())).join("\n")}\n`);
  };
}

function linesOf(event: TransportEvent, withHeaders: boolean): readonly string[] {
  if (event.kind === "request") {
    const headers = Object.entries(event.headers).map(([name, value]) => `  ${name}: ${value}`);
    return [`> ${event.method} ${event.url}${again(event)}`, ...(withHeaders ? headers : [])];
  }
  if (event.kind === "response") {
    return [`< ${event.status} in ${Math.round(event.milliseconds)} ms, ${bytes(event.length)}`];
  }
  if (event.kind === "failure") return [`< ${event.code}: ${event.message}`];
  if (event.kind === "retry") return [`  once more in ${Math.round(event.wait)} ms: ${event.reason}`];
  return [`  getting a token: ${event.reason}`];
}

function again({ attempt }: TransportEvent): string {
  return attempt > 1 ? ` (attempt ${attempt})` : "";
}

function painted(line: string, { paint }: Look): string {
  return paint.dim(safe(line));
}
