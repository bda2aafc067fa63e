import { type Context, type Given, outputChoiceOf, wordOf, writeResult } from "@reeve/commands";
import { safeLines } from "@reeve/terminal";
import { fetchDocument } from "./fetch-document.ts";

/** Writes a document of the service exactly as received, but escapes harmful characters on a terminal. */
export async function getSite(given: Given, context: Context): Promise<void> {
  const { results } = context.terminal;
  const { body, text } = await fetchDocument(wordOf(given, "document") ?? "", given, context);
  const shown = results.isTerminal() ? safeLines(text) : text;
  await writeResult({ body, text, lines: () => [shown.replace(/\n$/, "")] }, outputChoiceOf(given), context.terminal);
}
