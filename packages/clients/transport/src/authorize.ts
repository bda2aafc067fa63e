import { tokenRefusal } from "@reeve/auth";
import { isReeveError, ReeveError } from "@reeve/contract";
import ky from "ky";
import type { Call } from "./call.ts";
import { notify } from "./events.ts";

/** Adds the request's id and the token, after a login if there is no token yet. This is ky's hook `beforeRequest`. */
export async function authorize(call: Call, request: Request): Promise<void> {
  const { keeper } = call.base;
  request.headers.set("x-request-id", call.requestId);
  if (!keeper) return;
  const obtain = (fetching: () => void) => keeper.token(request.signal, fetching);
  setToken(call, request, keeper.current() ?? (await logIn(call, "there is no token yet, or it expires soon", obtain)));
}

/**
 * Renews a refused token, once for each call. This is ky's hook `afterResponse`: an error that was not thrown is that of a 401. It shows
 * that the request had no effect, so even a change can be sent again.
 */
export async function renew(call: Call, request: Request): Promise<ReturnType<typeof ky.retry> | undefined> {
  const { outcome, token: refused } = call;
  if (!isReeveError(outcome)) return undefined;
  const { keeper, options } = call.base;
  if (!keeper || !options.credentials || refused === undefined) {
    throw new ReeveError("unauthenticated", "the server requires a token, and no credentials were given", outcome.context);
  }
  if (call.isRenewed) throw tokenRefusal(options.credentials);
  const obtain = (fetching: () => void) => keeper.instead(refused, request.signal, fetching);
  setToken(call, request, await logIn(call, "the token was refused", obtain));
  call.isRenewed = true;
  return ky.retry({ delay: 0, code: "TOKEN_RENEWED" });
}

function setToken(call: Call, request: Request, token: string): void {
  call.token = token;
  call.secrets.add(token);
  request.headers.set("authorization", `token=${token}`);
}

async function logIn(call: Call, reason: string, obtain: (fetching: () => void) => Promise<string>): Promise<string> {
  const begun = performance.now();
  let isReported = false;
  const fetching = () => {
    if (!isReported) notify(call, { kind: "login", reason });
    isReported = true;
  };
  // A cached token is available before this timer fires, so the timer sends the login event only if a token has to be fetched.
  const soon = setTimeout(fetching, 0);
  try {
    return await obtain(fetching);
  } catch (thrown) {
    const error = isReeveError(thrown) ? thrown : new ReeveError("unauthenticated", "the login failed");
    notify(call, { kind: "failure", code: error.code, message: error.message, milliseconds: performance.now() - begun });
    throw error;
  } finally {
    clearTimeout(soon);
  }
}
