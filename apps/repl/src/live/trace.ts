import { bytes } from "@reeve/terminal";
import type { TransportEvent } from "@reeve/transport";

/** Describes an event of a transport in lines. The transport has already redacted secrets. */
export function traceLines(event: TransportEvent): readonly string[] {
  switch (event.kind) {
    case "request":
      return [`> ${event.method} ${event.url}${event.attempt > 1 ? ` (attempt ${event.attempt})` : ""}`];
    case "response":
      return [
        `< ${event.status} in ${Math.round(event.milliseconds)} ms, ${bytes(event.length)}`,
        ...(event.excerpt === undefined ? [] : [`  ${event.excerpt}`]),
      ];
    case "failure":
      return [`< ${event.code}: ${event.message}`];
    case "retry":
      return [`  retry in ${Math.round(event.wait)} ms: ${event.reason}`];
    case "login":
      return [`  getting a token: ${event.reason}`];
  }
}
