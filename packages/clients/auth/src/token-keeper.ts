import { isReeveError, ReeveError } from "@reeve/contract";
import type { Credentials, LoginSender, Token } from "./credentials.ts";
import { shareCall } from "./shared-call.ts";
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
  /** The signal of the login that was begun last, until the login has ended. */
  let underWay: AbortSignal | undefined;
  let failed: { readonly error: unknown; readonly until: number } | undefined;
  let renewedUntil = Number.NEGATIVE_INFINITY;

  const endsSoon = ({ expiresAt }: Token): boolean => expiresAt !== undefined && expiresAt - RENEW_AHEAD <= sender.now();

  const current = (): string | undefined => (kept && !endsSoon(kept) && (kept.isCurrent?.() ?? true) ? kept.value : undefined);

  const keep = (token: Token): string => {
    const value = checkToken(token.value, credentials.about);
    failed = undefined;
    const isCurrent = () => token.isCurrent?.() ?? true;
    // A token with a lifetime below RENEW_AHEAD is used until the server refuses it, because otherwise each call would renew the token.
    const expiresAt = endsSoon(token) ? undefined : token.expiresAt;
    kept = { value, isCurrent, ...(expiresAt !== undefined && { expiresAt }) };
    return value;
  };

  const failure = (thrown: unknown): ReeveError => {
    const error = isReeveError(thrown) ? thrown : unavailable(credentials);
    failed = { error, until: elapsed() + (credentials.restAfterFailure ?? REST) };
    return error;
  };

  const login = shareCall(async (signal, sending: (() => void) | undefined) => {
    underWay = signal;
    const post = (path: string, body: Readonly<Record<string, string>>) => {
      sending?.();
      return sender.post(path, body, signal);
    };
    // The result of a cancelled login is ignored, because another login may have started since.
    try {
      const token = await credentials.obtain({ origin: sender.origin, post, now: sender.now, signal });
      return signal.aborted ? token.value : keep(token);
    } catch (thrown) {
      throw signal.aborted ? thrown : failure(thrown);
    } finally {
      if (!signal.aborted) underWay = undefined;
    }
  });

  const obtain = (signal: AbortSignal | undefined, sending?: () => void): Promise<string> => {
    if (!signal?.aborted && failed && failed.until > elapsed()) return Promise.reject(failed.error);
    return login(signal, sending);
  };

  return {
    current,
    token: async (signal, sending) => current() ?? obtain(signal, sending),
    instead: async (refused, signal, sending) => {
      const newer = current();
      if (newer !== undefined && newer !== refused) return newer;
      // A token that is refused just after its renewal is not renewed again, because another renewal would not help.
      const isUnderWay = underWay?.aborted === false;
      const justRenewed = newer === refused && !isUnderWay && elapsed() < renewedUntil;
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
