import { isReeveError, ReeveError } from "@reeve/contract";
import type { Credentials, LoginSender, Token } from "./credentials.ts";
import { checkToken } from "./token.ts";

/** Keeps the token of one identity at one base URL. All users of a keeper share its logins. */
export interface TokenKeeper {
  /** The cached token, without waiting; undefined if there is no valid one. */
  current(): string | undefined;
  /**
   * Returns the token, after a login if there is no valid token. If the caller cancels, the promise rejects with the signal's reason.
   * `sending` is called before this call sends a login.
   */
  token(signal?: AbortSignal, sending?: () => void): Promise<string>;
  /** Returns a replacement for a token that the server has just refused. Throws `unauthenticated` if there is no replacement. */
  instead(refused: string, signal?: AbortSignal, sending?: () => void): Promise<string>;
}

/** A login in progress, and the number of callers that wait for it. */
interface Login {
  readonly value: Promise<string>;
  readonly controller: AbortController;
  waiting: number;
}

/** A token is renewed this many milliseconds before it expires, so that a request sent with the old token still arrives in time. */
const RENEW_AHEAD = 30_000;

/**
 * For this many milliseconds after a failed login, all callers get the error of that login, so that a thousand callers do not send a
 * thousand logins.
 */
const REST = 2_000;

/**
 * Makes a keeper. At most one login is in progress, however many callers wait for it. When the last of these callers cancels, the login is
 * stopped. `elapsed` is a monotonic clock in milliseconds.
 */
export function createTokenKeeper(
  credentials: Credentials,
  sender: LoginSender,
  elapsed: () => number = () => performance.now(),
): TokenKeeper {
  let kept: Token | undefined;
  let underWay: Login | undefined;
  let failure: { readonly error: unknown; readonly until: number } | undefined;
  let renewedUntil = Number.NEGATIVE_INFINITY;

  const endsSoon = ({ expiresAt }: Token): boolean => expiresAt !== undefined && expiresAt - RENEW_AHEAD <= sender.now();

  const current = (): string | undefined => (kept && !endsSoon(kept) && (kept.isCurrent?.() ?? true) ? kept.value : undefined);

  const keep = (token: Token): string => {
    const value = checkToken(token.value, credentials.about);
    failure = undefined;
    const isCurrent = () => token.isCurrent?.() ?? true;
    // A token with a lifetime below RENEW_AHEAD is used until the server refuses it, because otherwise each call would renew the token.
    const expiresAt = endsSoon(token) ? undefined : token.expiresAt;
    kept = { value, isCurrent, ...(expiresAt !== undefined && { expiresAt }) };
    return value;
  };

  const fail = (thrown: unknown): never => {
    const error = isReeveError(thrown) ? thrown : unavailable(credentials);
    failure = { error, until: elapsed() + (credentials.restAfterFailure ?? REST) };
    throw error;
  };

  const begin = (sending: (() => void) | undefined): Login => {
    const controller = new AbortController();
    const { signal } = controller;
    const post = (path: string, body: Readonly<Record<string, string>>) => {
      sending?.();
      return sender.post(path, body, signal);
    };
    const obtained = new Promise<Token>((resolve) => resolve(credentials.obtain({ origin: sender.origin, post, now: sender.now, signal })));
    // The result of a cancelled login is ignored, because another login may have started since.
    const left = () => underWay !== login;
    const value = obtained
      .then((token) => (left() ? token.value : keep(token)))
      .catch((thrown: unknown) => (left() ? Promise.reject(thrown) : fail(thrown)))
      .finally(() => {
        if (!left()) underWay = undefined;
      });
    const login: Login = { value, controller, waiting: 0 };
    return login;
  };

  const obtain = (signal: AbortSignal | undefined, sending?: () => void): Promise<string> => {
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (failure && failure.until > elapsed()) return Promise.reject(failure.error);
    underWay ??= begin(sending);
    const login = underWay;
    login.waiting++;
    return new Promise((resolve, reject) => {
      const leave = () => {
        reject(signal?.reason);
        login.waiting--;
        if (login.waiting > 0) return;
        if (underWay === login) underWay = undefined;
        login.controller.abort();
      };
      signal?.addEventListener("abort", leave, { once: true });
      login.value.then(resolve, reject).finally(() => signal?.removeEventListener("abort", leave));
    });
  };

  return {
    current,
    token: async (signal, sending) => current() ?? obtain(signal, sending),
    instead: async (refused, signal, sending) => {
      const newer = current();
      if (newer !== undefined && newer !== refused) return newer;
      // A token that is refused just after its renewal is not renewed again, because another renewal would not help.
      const justRenewed = newer === refused && !underWay && elapsed() < renewedUntil;
      if (!credentials.renewable || justRenewed) throw tokenRefusal(credentials);
      const value = await obtain(signal, sending);
      renewedUntil = elapsed() + REST;
      if (value === refused) throw tokenRefusal(credentials);
      return value;
    },
  };
}

/** The error for a refused token that cannot be replaced. */
export function tokenRefusal({ about, advice }: Credentials): ReeveError {
  return new ReeveError("unauthenticated", `the server refused ${about}: ${advice}`, { status: 401 });
}

function unavailable({ about, advice }: Credentials): ReeveError {
  return new ReeveError("unauthenticated", `${about} cannot be obtained: ${advice}`);
}
