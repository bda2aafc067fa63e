import { isReeveError } from "@reeve/contract";
import { commandHints, endingOf, type Hints } from "@reeve/terminal";

const advised = new WeakMap<Error, string | undefined>();

/** Marks an error whose message already says what to do. */
export function withoutHint<Thrown extends Error>(error: Thrown): Thrown {
  advised.set(error, undefined);
  return error;
}

/** Gives an error a hint of its own, in place of the usual ones. */
export function withHint<Thrown extends Error>(error: Thrown, hint: string): Thrown {
  advised.set(error, hint);
  return error;
}

/** The hints for an error: its own, or the usual ones, without those that would not help here. */
export function hintsFor(error: unknown): Hints {
  if (error instanceof Error && advised.has(error)) {
    const hint = advised.get(error);
    return hint === undefined ? {} : { [endingOf(error)]: hint };
  }
  if (!isReeveError(error)) return commandHints;
  // For an uncertain change, another attempt is not advisable: the error itself says how to verify it.
  if (error.mayHaveBeenDone) return { [error.code]: "-v shows what was sent and answered." };
  if (error.code !== "bad-input" && error.message.includes("client certificate"))
    return { [error.code]: CLIENT_CERTIFICATE };
  if (error.code === "unauthenticated" && error.message.includes("REEVE_TOKEN")) {
    return { ...commandHints, unauthenticated: UNSET_TOKEN };
  }
  return commandHints;
}

const CLIENT_CERTIFICATE = "--cert FILE and --key FILE show one; reeve profiles change keeps them.";

/** If the refused token comes from the environment, a login would not replace it. */
export const UNSET_TOKEN = "Change REEVE_TOKEN, or unset it: while it is set, the token of reeve login is not used.";
