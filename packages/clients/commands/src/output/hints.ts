import { isReeveError } from "@reeve/contract";
import { commandHints, endingOf, type Hints } from "@reeve/terminal";

/** The mark of an error with a hint of its own. A registered symbol, because this package may be installed twice in one program. */
const HINT = Symbol.for("reeve.hint");

/** Marks an error whose message already says what to do. */
export function withoutHint<Thrown extends Error>(error: Thrown): Thrown {
  return Object.defineProperty(error, HINT, { value: undefined, configurable: true });
}

/** Gives an error its own hint instead of the default hints. */
export function withHint<Thrown extends Error>(error: Thrown, hint: string): Thrown {
  return Object.defineProperty(error, HINT, { value: hint, configurable: true });
}

/** The hints for an error: its own hint, or the default hints without those that would be wrong here. */
export function hintsFor(error: unknown): Hints {
  if (error instanceof Error && HINT in error) return typeof error[HINT] === "string" ? { [endingOf(error)]: error[HINT] } : {};
  if (!isReeveError(error)) return commandHints;
  // If it is uncertain whether the change was made, a hint to try again would be wrong. The error already says how to find out.
  if (error.mayHaveBeenDone) return { [error.code]: "-v shows requests and answers." };
  // A Reeve service refuses for what is requested and not for who requests it, and its sentence says what to do.
  if (error.code === "forbidden" && error.context.excerpt?.includes(REEVE_REFUSAL)) return {};
  if (error.code !== "bad-input" && error.message.includes("client certificate")) return { [error.code]: CLIENT_CERTIFICATE };
  if (error.code === "unauthenticated" && error.message.includes("REEVE_TOKEN")) return { ...commandHints, unauthenticated: UNSET_TOKEN };
  return commandHints;
}

/** The type of the problem document with which a Reeve service refuses a request. */
const REEVE_REFUSAL = "urn:reeve:error:forbidden";

const CLIENT_CERTIFICATE = "Give a client certificate with --cert FILE and --key FILE; reeve profiles change stores both.";

/**
 * The hint if the server refuses the token in REEVE_TOKEN. Advice to log in would not help, because REEVE_TOKEN takes precedence over a
 * stored login.
 */
export const UNSET_TOKEN = "Change REEVE_TOKEN, or unset it: while it is set, the token of reeve login is not used.";
