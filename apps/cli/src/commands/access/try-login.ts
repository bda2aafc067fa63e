import type { Credentials } from "@reeve/auth";
import { type Context, type ParsedArguments, reachWithoutLogin } from "@reeve/commands";
import { isRecord, isReeveError, ReeveError } from "@reeve/contract";
import { kinds, type Settings } from "@reeve/profiles";
import { createTransport, type Transport } from "@reeve/transport";
import type { Trusted } from "./trust.ts";

/**
 * Tries a login. The login counts as accepted if the cluster issued a token for it, if the answer is a service's plan, or if the server
 * refuses the same request without the login. Throws the server's refusal, or `not-found` if no answer shows whether the login was
 * accepted.
 */
export async function tryLogin(
  settings: Settings,
  trusted: Trusted | undefined,
  credentials: Credentials,
  args: ParsedArguments,
  context: Context,
): Promise<void> {
  const { signal } = context;
  const options = { ...reachWithoutLogin(settings, args, context), ...(trusted && { ca: trusted.pem }) };
  const watched = watchLogin(credentials);
  const transport = createTransport({ ...options, credentials: watched.credentials });
  const bare = createTransport(options);
  try {
    for (const path of pathsFor(settings)) {
      const isPlanThere = await showsPlan(path, transport, signal);
      if (watched.isLoggedIn() || isPlanThere || (await isRefused(path, bare, signal))) return;
    }
  } finally {
    await transport.close();
    await bare.close();
  }
  throw new ReeveError(
    "not-found",
    `${transport.url} did not show whether the login is valid, so nothing was stored. Check the address, and give a service with --service`,
  );
}

/** Wraps credentials to record whether they requested a token from the cluster. */
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

/**
 * Returns paths that cannot be read without a login: if a service is configured, the two possible paths of its plan, which depend on the
 * revision; otherwise two paths that the Reeve service and gateways protect.
 */
function pathsFor(settings: Settings): readonly string[] {
  const service = kinds.map((kind) => settings.service[kind]?.value).find((each) => each !== undefined);
  if (service === undefined) return ["/reeve/v1/services", "/service/reeve-login/v1/plan"];
  const folders = service.split("/").map(encodeURIComponent).join("/");
  return [`/service/${folders}/v1/plans/deploy`, `/service/${folders}/v1/plan`];
}

/** Whether the answer to a request with the login is a plan. Throws if the server refuses the request or cannot be reached. */
async function showsPlan(path: string, transport: Transport, signal: AbortSignal): Promise<boolean> {
  const request = { method: "GET", path, query: "" } as const;
  try {
    return isPlan((await transport.send({ request, effect: "read", accepts: ({ body }) => isPlan(body) }, { signal })).body);
  } catch (thrown) {
    if (isReeveError(thrown) && NO_DETAIL.has(thrown.context.status ?? 0)) return false;
    throw thrown;
  }
}

/** Answers with these statuses do not show whether the server checked the token. */
const NO_DETAIL: ReadonlySet<number> = new Set([200, 404, 405]);

function isPlan(body: unknown): boolean {
  return isRecord(body) && Array.isArray(body.phases) && "status" in body;
}

/** Whether the server refuses the same request without a login. If so, the server accepted the login with which the request succeeded. */
async function isRefused(path: string, transport: Transport, signal: AbortSignal): Promise<boolean> {
  try {
    await transport.send({ request: { method: "GET", path, query: "" }, effect: "read" }, { signal });
    return false;
  } catch (thrown) {
    return isReeveError(thrown, "unauthenticated");
  }
}
