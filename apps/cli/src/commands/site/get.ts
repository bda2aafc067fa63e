import { safeLines } from "@reeve/terminal";
import type { Context } from "../../model/context.ts";
import { type Given, wordOf } from "../../model/given.ts";
import { writeResult } from "../../output/result.ts";
import { wantedOf } from "../../output/wanted.ts";
import { fetchDocument } from "./fetch-document.ts";

/** Writes a document of the service as it came; on a terminal without what could do harm there. */
export async function getSite(given: Given, context: Context): Promise<void> {
  const { results } = context.terminal;
  const { body, text } = await fetchDocument(wordOf(given, "document") ?? "", given, context);
  const shown = results.isTerminal() ? safeLines(text) : text;
  await writeResult({ body, text, lines: () => [shown.replace(/\n$/, "")] }, wantedOf(given), context.terminal);
}
