import { isReeveError } from "@reeve/contract";
import { commandHints, type Hints } from "@reeve/terminal";

const advised = new WeakSet<Error>();

/** Marks an error of which has been said already what to do. */
export function withoutHint<Thrown extends Error>(error: Thrown): Thrown {
  advised.add(error);
  return error;
}

/** The hints for an error: what everybody may try, but for what would not help here. */
export function hintsFor(error: unknown): Hints {
  if (error instanceof Error && advised.has(error)) return {};
  if (isReeveError(error, "unauthenticated") && error.message.includes("REEVE_TOKEN")) {
    return { ...commandHints, unauthenticated: UNSET_TOKEN };
  }
  return commandHints;
}

/** What to do where the environment has the token that was refused: a login would not change which one is used. */
export const UNSET_TOKEN =
  "Change REEVE_TOKEN, or unset it: as long as it is set, no token that reeve login keeps is used.";
