import { type Context, hasFlag, outputChoiceOf, type ParsedArguments, wordOf, writeResult } from "@reeve/commands";
import { ReeveError } from "@reeve/contract";
import { compareSites, formatDiff, readSite } from "@reeve/site-xml";
import { contentOf, reading } from "./source.ts";

/** Compares two documents. */
export async function diffSites(args: ParsedArguments, context: Context): Promise<void> {
  const [before = "", after = ""] = ["before", "after"].map((name) => wordOf(args, name));
  const documents = [];
  for (const source of [before, after]) {
    const content = await contentOf(source, args, context);
    documents.push(reading(source, () => readSite(content)));
  }
  const [first, second] = documents;
  if (!first || !second) throw new ReeveError("bad-input", "two documents are needed");
  const result = compareSites(first, second);
  const lines = () => formatDiff(result).trimEnd().split("\n");
  await writeResult({ body: result, lines }, outputChoiceOf(args), context.terminal);
  if (!result.same && hasFlag(args, "exit-code")) throw new ReeveError("conflict", `${before} and ${after} differ`);
}
