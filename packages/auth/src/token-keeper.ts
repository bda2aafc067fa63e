import { isReeveError, ReeveError } from "@reeve/contract";
import type { Credentials, LoginSender, Token } from "./credentials.ts";
import { checkToken } from "./token.ts";

/** Keeps the token of one identity at one base URL: whoever shares a keeper shares its logins, nobody else does. */
export interface TokenKeeper {
  /** The token, where one is at hand and good; no waiting. */
  current(): string | undefined;
  /**
   * The token, logging in first where that is needed. Whoever gives up while waiting gets the signal's reason; whose call begins a login is
   * told before it is sent.
   */
  token(signal?: AbortSignal, sending?: () => void): Promise<string>;
  /** Another token than one that was just refused. Throws `unauthenticated` where there is none. */
  instead(refused: string, signal?: AbortSignal, sending?: () => void): Promise<string>;
}

/** A login that is under way, and how many wait for it. */
interface Login {
  readonly value: Promise<string>;
  readonly controller: AbortController;
  waiting: number;
}

/** A token is renewed so long before its end that a request which takes it along still arrives in time. */
const RENEW_AHEAD = 30_000;

/** For so long a failed login is the answer to everybody who asks, so that a thousand callers do not try it a thousand times. */
const REST = 2_000;

/**
 * Makes a keeper. At most one login is in flight, however many wait for it; when the last of them gives up, it is ended. `elapsed` counts
 * milliseconds evenly, whatever is done to the clock on the wall.
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

  const endsSoon = ({ expiresAt }: Token): boolean =>
    expiresAt !== undefined && expiresAt - RENEW_AHEAD <= sender.now();

  const current = (): string | undefined =>
    kept && !endsSoon(kept) && (kept.isCurrent?.() ?? true) ? kept.value : undefined;

  const keep = (token: Token): string => {
    const value = checkToken(token.value, credentials.about);
    failure = undefined;
    const isCurrent = () => token.isCurrent?.() ?? true;
    // What is as good as over when it comes lives shorter than we renew ahead: it is used until it is refused.
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
    const obtained = new Promise<Token>((resolve) => resolve(credentials.obtain({ post, now: sender.now, signal })));
    // What a login that was given up comes to is nobody's: there may be another by now.
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
      // A token that is refused a moment after it was renewed will not be bettered by renewing it again, for however many ask.
      const justRenewed = newer === refused && !underWay && elapsed() < renewedUntil;
      if (!credentials.renewable || justRenewed) throw refusal(credentials);
      const value = await obtain(signal, sending);
      renewedUntil = elapsed() + REST;
      if (value === refused) throw refusal(credentials);
      return value;
    },
  };
}

/** The error for a token that the server does not take, and that nothing can be had in place of. */
export function refusal({ about, advice }: Credentials): ReeveError {
  return new ReeveError("unauthenticated", `the server refused ${about}: ${advice}`, { status: 401 });
}

function unavailable({ about, advice }: Credentials): ReeveError {
  return new ReeveError("unauthenticated", `${about} cannot be had: ${advice}`);
}
