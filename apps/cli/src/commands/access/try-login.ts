import type { Credentials } from "@reeve/auth";
import { isRecord, isReeveError, ReeveError } from "@reeve/contract";
import { kinds, type Settings, wayOf } from "@reeve/profiles";
import { createTransport, type Transport, type TransportOptions } from "@reeve/transport";
import { nodeAdapter } from "@reeve/transport/node";
import type { Context } from "../../model/context.ts";
import type { Given } from "../../model/given.ts";
import { limitsOf } from "../../session/limits.ts";
import { urlOf } from "../../session/settings.ts";
import { levelOf, traceTo } from "../../session/trace.ts";
import type { Trusted } from "./trust.ts";

/**
 * Tries a login. It is accepted where the cluster gave a token for it, where a service shows its plan, or where the server refuses to answer
 * without it. Throws what the server has against it, and `not-found` where nothing says that it was taken.
 */
export async function tryLogin(
  settings: Settings,
  trusted: Trusted | undefined,
  credentials: Credentials,
  given: Given,
  context: Context,
): Promise<void> {
  const way = reachFor(settings, trusted, given, context);
  const watched = watchLogin(credentials);
  const transport = createTransport({ ...way, credentials: watched.credentials });
  const bare = createTransport(way);
  try {
    for (const path of pathsFor(settings)) {
      const answered = await answersAt(path, transport, context);
      if (watched.isLoggedIn() || answered === "a plan" || (await isRefused(path, bare, context))) return;
    }
  } finally {
    await transport.close();
    await bare.close();
  }
  throw new ReeveError(
    "not-found",
    `${transport.url} answers nothing that shows whether it takes the login: nothing was stored. Check the address, and name a service with --service`,
  );
}

/** What a transport to the cluster takes, as long as nothing of it is stored. */
export function reachFor(
  settings: Settings,
  trusted: Trusted | undefined,
  given: Given,
  { terminal }: Context,
): TransportOptions {
  const { attempt } = limitsOf(given);
  return {
    adapter: nodeAdapter,
    url: urlOf(settings),
    observe: traceTo({ level: levelOf(given), notes: terminal.notes }),
    ...wayOf(settings),
    ...(trusted && { ca: trusted.pem }),
    ...(attempt !== undefined && { timeout: attempt }),
  };
}

/** Credentials that tell whether the cluster gave a token for them: that is its answer to a login. */
function watchLogin(credentials: Credentials) {
  let loggedIn = false;
  const obtain: Credentials["obtain"] = async (context) => {
    let posted = false;
    const post: typeof context.post = (...request) => {
      posted = true;
      return context.post(...request);
    };
    const token = await credentials.obtain({ ...context, post });
    loggedIn = posted;
    return token;
  };
  return { credentials: { ...credentials, obtain }, isLoggedIn: () => loggedIn };
}

/** The plan of the service that is set, as later and earlier revisions spell it; or what a gateway and our own service answer nobody unknown. */
function pathsFor(settings: Settings): readonly string[] {
  const service = kinds.map((kind) => settings.service[kind]?.value).find((each) => each !== undefined);
  if (service === undefined) return ["/reeve/v1/services", "/service/reeve-login/v1/plan"];
  const folders = service.split("/").map(encodeURIComponent).join("/");
  return [`/service/${folders}/v1/plans/deploy`, `/service/${folders}/v1/plan`];
}

/** Asks with the login. What the server has against the login, or against being asked, is thrown. */
async function answersAt(
  path: string,
  transport: Transport,
  { signal }: Context,
): Promise<"a plan" | "nothing of use"> {
  try {
    const { body } = await transport.send(
      { request: { method: "GET", path, query: "" }, effect: "read", accepts: (answer) => isPlan(answer.body) },
      { signal },
    );
    return isPlan(body) ? "a plan" : "nothing of use";
  } catch (thrown) {
    if (isReeveError(thrown) && SAYS_NOTHING.has(thrown.context.status ?? 0)) return "nothing of use";
    throw thrown;
  }
}

/** That there is no such path. Whether the token was looked at before is another question. */
const SAYS_NOTHING: ReadonlySet<number> = new Set([200, 404, 405]);

function isPlan(body: unknown): boolean {
  return isRecord(body) && Array.isArray(body.phases) && "status" in body;
}

/** Whether the same is refused to whoever does not log in: then it was the login that was answered. */
async function isRefused(path: string, transport: Transport, { signal }: Context): Promise<boolean> {
  try {
    await transport.send({ request: { method: "GET", path, query: "" }, effect: "read" }, { signal });
    return false;
  } catch (thrown) {
    return isReeveError(thrown, "unauthenticated");
  }
}
