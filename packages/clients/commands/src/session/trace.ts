import { isReeveError } from "@reeve/contract";
import { bytes, type Style, safe, type Terminal } from "@reeve/terminal";
import type { TransportEvent } from "@reeve/transport";
import type { ParsedArguments } from "../parsed-arguments.ts";

/** How many details of requests are printed, and where. */
interface Trace {
  /** 0 prints nothing, 1 a line for each request and answer, 2 headers as well. */
  readonly level: number;
  readonly notes: Terminal["notes"];
}

/** The level of detail, which is the number of times that `-v` was given. */
export function levelOf({ flags }: ParsedArguments): number {
  return flags.get("verbose")?.length ?? 0;
}

/** Prints each request. The transport has already redacted the secrets in the request. */
export function traceTo({ level, notes }: Trace): (event: TransportEvent) => void {
  if (level === 0) return () => {};
  return (event) => {
    const lines = traceLines(event, level > 1);
    if (lines.length > 0) notes.write(`${lines.map((line) => painted(line, notes.style())).join("\n")}\n`);
  };
}

/**
 * Prints the beginning of an answer that passed the transport's checks but could not be read. Requests that failed in the transport are
 * already printed.
 */
export function traceFailure(error: unknown, { level, notes }: Trace): void {
  const { requestId = "", excerpt = "" } = isReeveError(error) ? error.context : {};
  if (level === 0 || excerpt === "" || shownAnswers.has(requestId)) return;
  notes.write(`${painted(`  ${excerpt}`, notes.style())}\n`);
}

/** The ids of requests whose answers have been printed. */
const shownAnswers = new Set<string>();

/** Describes an event of a transport in lines. The transport has already redacted secrets. */
export function traceLines(event: TransportEvent, withHeaders = false): readonly string[] {
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
  if (event.kind === "retry") return [`  retry in ${Math.round(event.wait)} ms: ${event.reason}`];
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
