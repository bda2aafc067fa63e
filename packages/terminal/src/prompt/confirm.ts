import { ReeveError } from "@reeve/contract";
import { wrapSentence } from "../text/fit.ts";
import { type Look, plain, shown } from "../text/look.ts";
import type { Conversation } from "./conversation.ts";

/** Something that a person must agree to before it is done. */
export interface Agreement {
  /** What is about to be done, as the beginning of a sentence: "deleting". */
  readonly act: string;
  /** What it does and to what, and whether it can be undone; a line each. */
  readonly consequence: readonly string[];
  /** For what cannot be undone: the name that has to be typed. */
  readonly name?: string;
}

/**
 * Asks for agreement: yes or no, or the name for what is severe. Comes back where there is agreement, throws `cancelled` where there is
 * none, and `bad-input` where there is nobody to ask.
 */
export async function agree(
  talk: Conversation | undefined,
  { act, consequence, name }: Agreement,
  look: Look = plain,
): Promise<void> {
  if (!talk) throw nobody(`${act} needs a confirmation`, "Add --yes if you mean it.");
  talk.say(consequence.flatMap((line) => wrapSentence(shown(line, look), look.width)));
  if (name === undefined) {
    if (await isYes(talk, "Go on?")) return;
    throw new ReeveError("cancelled", `not confirmed: ${act} was not done`);
  }
  const typed = (await talk.ask(`Type ${shown(name, look)} to go on: `)).trim();
  if (typed !== name)
    throw new ReeveError("cancelled", `${JSON.stringify(typed)} is not the name: ${act} was not done`);
}

/** Asks a question whose answer is yes or no; anything but yes is no. */
export async function isYes(talk: Conversation, question: string): Promise<boolean> {
  const answer = (await talk.ask(`${question} [y/N] `)).trim().toLowerCase();
  return answer === "y" || answer === "yes";
}

/** Somebody to ask, or an error that says how to do without. */
export function somebody(talk: Conversation | undefined, needed: string, instead: string): Conversation {
  if (!talk) throw nobody(needed, instead);
  return talk;
}

function nobody(needed: string, instead: string): ReeveError {
  return new ReeveError("bad-input", `${needed}, and there is no terminal. ${instead}`);
}
