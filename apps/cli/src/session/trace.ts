import { isReeveError } from "@reeve/contract";
import { bytes, type Style, safe, type Terminal } from "@reeve/terminal";
import type { TransportEvent } from "@reeve/transport";
import type { Given } from "../model/given.ts";

/** How much of the requests to show, and where. */
export interface Trace {
  /** 0 for nothing, 1 for a line per request and answer, 2 for headers as well. */
  readonly level: number;
  readonly notes: Terminal["notes"];
}

/** The level of detail: how often `-v` was given. */
export function levelOf({ flags }: Given): number {
  return flags.get("verbose")?.length ?? 0;
}

/** Shows each request. The transport has redacted its events. */
export function traceTo({ level, notes }: Trace): (event: TransportEvent) => void {
  if (level === 0) return () => {};
  return (event) => {
    const lines = linesOf(event, level > 1);
    if (lines.length > 0) notes.write(`${lines.map((line) => painted(line, notes.style())).join("\n")}\n`);
  };
}

/** Shows the beginning of an answer that only its reader found to be invalid; failed requests have been shown already. */
export function traceFailure(error: unknown, { level, notes }: Trace): void {
  const { requestId = "", excerpt = "" } = isReeveError(error) ? error.context : {};
  if (level === 0 || excerpt === "" || shownAnswers.has(requestId)) return;
  notes.write(`${painted(`  ${excerpt}`, notes.style())}\n`);
}

/** The requests whose answers have been shown. */
const shownAnswers = new Set<string>();

function linesOf(event: TransportEvent, withHeaders: boolean): readonly string[] {
  if (event.kind === "request") {
    return [`> ${event.method} ${event.url}${again(event)}`, ...(withHeaders ? headerLines(event.headers) : [])];
  }
  if (event.kind === "response") {
    const { status, milliseconds, length, excerpt } = event;
    if (excerpt !== undefined) shownAnswers.add(event.requestId);
    return [
      `< ${status} in ${Math.round(milliseconds)} ms, ${bytes(length)}`,
      ...(withHeaders ? headerLines(event.headers()) : []),
      ...(excerpt === undefined ? [] : [`  ${excerpt}`]),
    ];
  }
  if (event.kind === "failure") return [`< ${event.code}: ${event.message}`];
  if (event.kind === "retry") return [`  once more in ${Math.round(event.wait)} ms: ${event.reason}`];
  return [`  getting a token: ${event.reason}`];
}

function headerLines(headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`);
}

function again({ attempt }: TransportEvent): string {
  return attempt > 1 ? ` (attempt ${attempt})` : "";
}

function painted(line: string, { paint }: Style): string {
  return paint.dim(safe(line));
}
