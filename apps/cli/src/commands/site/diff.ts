import { type Context, type Given, hasFlag, outputChoiceOf, wordOf, writeResult } from "@reeve/commands";
import { ReeveError } from "@reeve/contract";
import { compareSites, formatDiff, readSite } from "@reeve/site-xml";
import { contentOf, reading } from "./source.ts";

/** Compares two documents. */
export async function diffSites(given: Given, context: Context): Promise<void> {
  const [before = "", after = ""] = ["before", "after"].map((name) => wordOf(given, name));
  const documents = [];
  for (const source of [before, after]) {
    const content = await contentOf(source, given, context);
    documents.push(reading(source, () => readSite(content)));
  }
  const [first, second] = documents;
  if (!first || !second) throw new ReeveError("bad-input", "two documents are needed");
  const found = compareSites(first, second);
  const lines = () => formatDiff(found).trimEnd().split("\n");
  await writeResult({ body: found, lines }, outputChoiceOf(given), context.terminal);
  if (!found.same && hasFlag(given, "exit-code")) throw new ReeveError("conflict", `${before} and ${after} differ`);
}
