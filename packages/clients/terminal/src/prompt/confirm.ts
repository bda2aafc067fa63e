import { ReeveError } from "@reeve/contract";
import { wrapSentence } from "../text/fit.ts";
import { plain, type Style, shown } from "../text/style.ts";
import type { Conversation } from "./conversation.ts";

/** An action that the user must confirm. */
export interface Agreement {
  /** The action as the beginning of a sentence, for example "deleting". */
  readonly act: string;
  /** The effects, and whether they can be undone, one sentence per line. */
  readonly consequence: readonly string[];
  /** For actions that cannot be undone, the name that the user must type. */
  readonly name?: string;
}

/**
 * Asks the user to confirm with yes or by typing the name. Throws `cancelled` if the user does not confirm, and `bad-input` if there is no
 * terminal.
 */
export async function agree(
  talk: Conversation | undefined,
  { act, consequence, name }: Agreement,
  style: Style = plain,
): Promise<void> {
  if (!talk) throw noTerminal(`${act} needs a confirmation`, "Add --yes to confirm it.");
  talk.print(consequence.flatMap((line) => wrapSentence(shown(line, style), style.width)));
  if (name === undefined) {
    if (await isYes(talk, "Continue?")) return;
    throw new ReeveError("cancelled", `not confirmed: ${act} was not done`);
  }
  const typed = (await talk.ask(`Type ${shown(name, style)} to confirm: `)).trim();
  if (typed !== name)
    throw new ReeveError("cancelled", `${JSON.stringify(typed)} is not the name: ${act} was not done`);
}

/** Asks a yes-or-no question; any answer but yes means no. */
export async function isYes(talk: Conversation, question: string): Promise<boolean> {
  const answer = (await talk.ask(`${question} [y/N] `)).trim().toLowerCase();
  return answer === "y" || answer === "yes";
}

/** Returns the conversation. Without a terminal, throws an error with advice. */
export function requireConversation(talk: Conversation | undefined, needed: string, instead: string): Conversation {
  if (!talk) throw noTerminal(needed, instead);
  return talk;
}

function noTerminal(needed: string, instead: string): ReeveError {
  return new ReeveError("bad-input", `${needed}, and there is no terminal. ${instead}`);
}
