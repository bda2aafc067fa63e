import type { Credentials } from "@reeve/auth";
import { type ErrorCode, isReeveError } from "@reeve/contract";
import { kinds, type Settings } from "@reeve/profiles";
import { createTransport } from "@reeve/transport";
import { nodeLine } from "@reeve/transport/node";
import type { Context } from "../../model/context.ts";
import type { Given } from "../../model/given.ts";
import { limitsOf } from "../../session/limits.ts";
import { urlOf } from "../../session/settings.ts";
import { levelOf, traceTo } from "../../session/trace.ts";
import type { Trusted } from "./trust.ts";

/** Whether the server took a login, or nobody could say. */
export type Tried = "accepted" | "not tried";

/** Tries a login with one read. Throws what the server has against it. */
export async function tryLogin(
  settings: Settings,
  trusted: Trusted | undefined,
  credentials: Credentials,
  given: Given,
  { signal, terminal }: Context,
): Promise<Tried> {
  const ca = trusted?.pem ?? settings.ca?.value;
  const { attempt } = limitsOf(given);
  const transport = createTransport({
    line: nodeLine,
    url: urlOf(settings),
    credentials,
    observe: traceTo({ level: levelOf(given), notes: terminal.notes }),
    ...(ca !== undefined && { ca }),
    ...(attempt !== undefined && { timeout: attempt }),
  });
  const service = kinds.map((kind) => settings.service[kind]?.value).find((each) => each !== undefined);
  // Every kind and revision of a service answers one of these; that it answers at all, even "unknown", says that it took the token.
  const path = service === undefined ? "/" : `/service/${encodeURIComponent(service)}/v1/plans/deploy`;
  try {
    await transport.send(
      { request: { method: "GET", path, query: "" }, effect: "read", accepts: isAnswer },
      { signal },
    );
    // A login that the cluster took has proved itself; a token that nobody was asked about has not.
    return service === undefined && !credentials.renewable ? "not tried" : "accepted";
  } catch (thrown) {
    if (!isReeveError(thrown) || !ABOUT_PATH.has(thrown.code)) throw thrown;
    return service === undefined ? "not tried" : "accepted";
  } finally {
    await transport.close();
  }
}

/** What a server says that takes the token, and only not the path. */
const ABOUT_PATH: ReadonlySet<ErrorCode> = new Set(["not-found", "not-in-revision", "unexpected-response"]);

/** A plan that goes on comes with statuses that elsewhere mean failures. */
function isAnswer({ status }: { readonly status: number }): boolean {
  return status === 417 || status === 503;
}
