import { type Context, outputChoiceOf, type ParsedArguments, readText, wordOf, writeResult } from "@reeve/commands";
import { ReeveError } from "@reeve/contract";
import { readSite } from "@reeve/site-xml";
import { safeLines } from "@reeve/terminal";
import { fetchDocument } from "./fetch-document.ts";
import { contentOf, reading } from "./source.ts";

/** Writes the values of some names, or a whole document exactly as received. On a terminal, harmful characters are escaped. */
export async function getSite(args: ParsedArguments, context: Context): Promise<void> {
  const source = wordOf(args, "document") ?? "";
  const names = args.words.get("name") ?? [];
  const { body, text } = names.length > 0 ? await valuesOf(source, names, args, context) : await documentOf();
  const shown = context.terminal.results.isTerminal() ? safeLines(text) : text;
  const isFile = text === body;
  const lines = () => [shown.replace(/\n$/, "")];
  await writeResult({ body, ...(isFile && { text }), lines }, outputChoiceOf(args), context.terminal);

  async function documentOf() {
    const isPath = source === "-" || /[./]/.test(source);
    if (!isPath) return fetchDocument(source, args, context);
    const content = await readText(source, context);
    return { body: content, text: content };
  }
}

/** Returns the effective values by name, and as text with one value a line, in the order of the names. */
async function valuesOf(source: string, names: readonly string[], args: ParsedArguments, context: Context) {
  const content = await contentOf(source, args, context);
  const site = reading(source, () => readSite(content));
  const values = names.map((name) => [name, valueIn(name)] as const);
  return { body: Object.fromEntries(values), text: values.map(([, value]) => `${value}\n`).join("") };

  function valueIn(name: string): string {
    const value = site.get(name);
    if (value === undefined) throw new ReeveError("not-found", `${source} does not set ${name}`);
    return value;
  }
}
