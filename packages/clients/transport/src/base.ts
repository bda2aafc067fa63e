import { createTokenKeeper, type LoginAnswer, type LoginSender, redactAll } from "@reeve/auth";
import { isReeveError, ReeveError } from "@reeve/contract";
import { call } from "./call.ts";
import type { CheckedOptions } from "./checked-options.ts";
import type { Exchange } from "./options.ts";
import { createRetryBudget } from "./retry.ts";
import { openSender, type Sender } from "./sender.ts";

/** The parts that all calls of a transport share. */
export type Base = ReturnType<typeof openBase>;

/** Opens what all calls share; the first call opens the connections. `closing` is aborted when the transport is closed. */
export function openBase(options: CheckedOptions, closing: AbortSignal) {
  const { url, credentials, maxBodyBytes, clock } = options;
  let sender: Promise<Sender> | undefined;
  const open = (): Promise<Sender> => {
    // A login may end after the transport was closed. It must not open a connection then, because nothing would close it.
    if (closing.aborted) return Promise.reject(closing.reason);
    sender ??= openSender(options, maxBodyBytes).catch((error: unknown) => {
      // A failure is not cached, because the next call may succeed, for instance once a missing file exists.
      sender = undefined;
      throw error;
    });
    return sender;
  };
  const login: LoginSender = { origin: new URL(url).origin, now: clock.now, post: (...request) => sendLogin(base, ...request) };
  const base = {
    options,
    keeper: credentials && createTokenKeeper(credentials, login),
    /** Whether the call is a login. All of its answers are for the credentials, and its observer is told how they begin. */
    isLogin: false,
    budget: createRetryBudget(),
    closing,
    open,
    close: async (): Promise<void> => {
      const opened = await sender?.catch(() => undefined);
      await opened?.close();
    },
  };
  return base;
}

/** Sends a login, as a call without a token that is never retried. No event contains its credentials. */
async function sendLogin(base: Base, path: string, body: Readonly<Record<string, string>>, signal: AbortSignal): Promise<LoginAnswer> {
  // The answer is redacted, because a server may echo the credentials.
  const { uid: _, ...proof } = body;
  const secrets = Object.values(proof);
  const login = { ...base, keeper: undefined, isLogin: true, options: { ...base.options, tracer: null, retries: 0 } };
  try {
    const exchange: Exchange = { request: { method: "POST", path, query: "", body }, effect: "change", secrets, accepts: () => true };
    const { status, headers, body: answer } = await call(login, exchange, { signal });
    const serverTime = Date.parse(headers.get("date") ?? "");
    return { status, body: redactAll(answer, secrets), ...(Number.isNaN(serverTime) ? {} : { serverTime }) };
  } catch (thrown) {
    if (!isReeveError(thrown)) throw thrown;
    const { code, message, context, cause } = thrown;
    const { status = 200, excerpt } = context;
    // The status of a refusal is enough, even if its body cannot be read.
    if (status < 200 || status > 299) return { status, body: excerpt };
    throw new ReeveError(code, message, {}, { cause });
  }
}
