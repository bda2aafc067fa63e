import { isReeveError, ReeveError } from "@reeve/contract";
import type { Credentials, LoginContext, Token } from "./credentials.ts";
import { checkToken } from "./token.ts";

/** Keeps the token of one identity at one base URL: whoever shares a keeper shares its logins, nobody else does. */
export interface TokenKeeper {
  /** The token, where one is at hand and good; no waiting. */
  current(): string | undefined;
  /** The token, logging in first where that is needed. */
  token(): Promise<string>;
  /** Another token than one that was just refused. Throws `unauthenticated` where there is none. */
  instead(refused: string): Promise<string>;
}

/** A token is renewed so long before its end that a request which takes it along still arrives in time. */
const RENEW_AHEAD = 30_000;

/** For so long a failed login is the answer to everybody who asks, so that a thousand callers do not try it a thousand times. */
const HOLD_FAILURE = 2_000;

/** Makes a keeper. At most one login is in flight, however many wait for it. */
export function createTokenKeeper(credentials: Credentials, context: LoginContext): TokenKeeper {
  let kept: Token | undefined;
  let inFlight: Promise<string> | undefined;
  let failure: { readonly error: unknown; readonly until: number } | undefined;
  let renewedUntil = Number.NEGATIVE_INFINITY;

  const isGood = ({ expiresAt, isCurrent }: Token): boolean =>
    (expiresAt === undefined || expiresAt - RENEW_AHEAD > context.now()) && (isCurrent?.() ?? true);

  const current = (): string | undefined => (kept && isGood(kept) ? kept.value : undefined);

  const obtain = (): Promise<string> => {
    if (failure && failure.until > context.now()) return Promise.reject(failure.error);
    inFlight ??= credentials
      .obtain(context)
      .then((token) => {
        checkToken(token.value, credentials.about);
        failure = undefined;
        kept =
          token.expiresAt !== undefined && token.expiresAt - RENEW_AHEAD <= context.now()
            ? withoutExpiry(token)
            : token;
        return token.value;
      })
      .catch((thrown: unknown) => {
        const error = isReeveError(thrown) ? thrown : unavailable(credentials);
        failure = { error, until: context.now() + HOLD_FAILURE };
        throw error;
      })
      .finally(() => {
        inFlight = undefined;
      });
    return inFlight;
  };

  return {
    current,
    token: async () => current() ?? obtain(),
    instead: async (refused) => {
      const newer = current();
      if (newer !== undefined && newer !== refused) return newer;
      // A token that is refused a moment after it was renewed will not be bettered by renewing it again, for however many ask.
      const justRenewed = newer === refused && !inFlight && context.now() < renewedUntil;
      if (!credentials.renewable || justRenewed) throw refusal(credentials);
      const value = await obtain();
      renewedUntil = context.now() + HOLD_FAILURE;
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

/** A token that is as good as over when it comes lives shorter than we renew ahead: it is used until it is refused. */
function withoutExpiry({ value }: Token): Token {
  return { value };
}
