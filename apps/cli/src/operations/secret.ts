import { ReeveError } from "@reeve/contract";
import type { Flag } from "../model/command.ts";
import type { Context } from "../model/context.ts";
import { flagOf, type Given } from "../model/given.ts";
import { shouted } from "../model/spelling.ts";
import { readText } from "../session/files.ts";
import type { Field } from "./field.ts";

/** The flags of a secret: the file that it is in, and itself, which is refused with the ways that are there. */
export function secretFlags(field: Field): readonly Flag[] {
  return [
    {
      name: `${field.flag}-file`,
      takes: "FILE",
      summary: `file with the ${field.about}; or set ${variableOf(field)}`,
      offers: { files: true },
    },
    {
      name: field.flag,
      summary: field.about,
      refused: `a secret is never an argument, where others can see it. ${waysOf(field)}`,
    },
  ];
}

/** Reads a secret from its file, from the environment, or from somebody who types it. */
export async function readSecret(field: Field, given: Given, context: Context): Promise<string> {
  const file = flagOf(given, `${field.flag}-file`);
  if (file !== undefined) return (await readText(file, context)).trim();
  const value = context.surroundings.env[variableOf(field)];
  if (value !== undefined && value !== "") return value;
  const talk = context.terminal.conversation(context.signal);
  if (talk) return (await talk.askSecret(`${capital(field.about)}: `)).trim();
  throw new ReeveError("bad-input", `the ${field.about} is missing, and there is no terminal to ask. ${waysOf(field)}`);
}

function waysOf(field: Field): string {
  return `Set ${variableOf(field)}, or give --${field.flag}-file FILE.`;
}

function variableOf({ name }: Field): string {
  return `REEVE_${shouted(name)}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
