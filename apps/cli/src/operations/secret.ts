import { type Context, flagOf, type Given, readText } from "@reeve/commands";
import { flagNameOf, type InputField, ReeveError } from "@reeve/contract";
import { variableOf, waysOf } from "./secret-flags.ts";

/** Reads a secret from its file, from the environment, or from the terminal. */
export async function readSecret(field: InputField, given: Given, context: Context): Promise<string> {
  const file = flagOf(given, `${flagNameOf(field)}-file`);
  if (file !== undefined) return (await readText(file, context)).trim();
  const value = context.processContext.env[variableOf(field)];
  if (value !== undefined && value !== "") return value;
  const talk = context.terminal.conversation(context.signal);
  if (talk) return (await talk.askSecret(`${capital(field.about)}: `)).trim();
  throw new ReeveError("bad-input", `the ${field.about} is missing, and there is no terminal to ask. ${waysOf(field)}`);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
