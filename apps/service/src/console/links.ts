import { randomBytes } from "node:crypto";
import { ReeveError } from "@reeve/contract";
import { digestOf } from "../edition/digest.ts";

/** Links that open the console with the caller logged in. Each link works once and expires after a minute. */
export interface Links {
  /** Makes a code to put into a link. The user who opens the link exchanges the code for the caller's token, once. */
  make(token: string, who: string): { readonly code: string; readonly seconds: number };
  /** Exchanges a code for its token and user; each code works once. Throws `unauthenticated`. */
  use(code: string): Login;
}

interface Login {
  readonly token: string;
  readonly who: string;
}

const SECONDS = 60;

/** The largest number of unused links. A further link displaces the oldest. */
const MAX_LINKS = 100;

export function createLinks(now: () => number): Links {
  const waiting = new Map<string, Login & { readonly until: number }>();
  const keyOf = (code: string) => digestOf(code).toString("latin1");
  return {
    make: (token, who) => {
      const oldest = waiting.size >= MAX_LINKS ? waiting.keys().next().value : undefined;
      if (oldest !== undefined) waiting.delete(oldest);
      const code = randomBytes(32).toString("base64url");
      waiting.set(keyOf(code), { token, who, until: now() + SECONDS * 1000 });
      return { code, seconds: SECONDS };
    },
    use: (code) => {
      const key = keyOf(code);
      const found = waiting.get(key);
      waiting.delete(key);
      if (found && found.until > now()) return { token: found.token, who: found.who };
      throw new ReeveError(
        "unauthenticated",
        "the link has already been used, or is older than a minute: reeve console prints a new link",
      );
    },
  };
}
