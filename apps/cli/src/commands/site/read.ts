import { type Context, flagOf, hasFlag, outputChoiceOf, type ParsedArguments, readTextFile, wordOf, writeResult } from "@reeve/commands";
import { ReeveError } from "@reeve/contract";
import { compareSites, coreSite, formatDiff, fsSite, type SiteDocument, type SiteProblem } from "@reeve/site-xml";
import { countOf, safeLines, shown } from "@reeve/terminal";
import { fetchDocument, reading, siteFrom } from "./source.ts";

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
    const content = await readTextFile(source, context);
    return { body: content, text: content };
  }
}

/** Returns the effective values by name, and as text with one value a line, in the order of the names. */
async function valuesOf(source: string, names: readonly string[], args: ParsedArguments, context: Context) {
  const site = await siteFrom(source, args, context);
  const values = names.map((name) => [name, valueIn(name)] as const);
  return { body: Object.fromEntries(values), text: values.map(([, value]) => `${value}\n`).join("") };

  function valueIn(name: string): string {
    const value = site.get(name);
    if (value === undefined) throw new ReeveError("not-found", `${source} does not set ${name}`);
    return value;
  }
}

/** Compares two documents. */
export async function diffSites(args: ParsedArguments, context: Context): Promise<void> {
  const [before = "", after = ""] = ["before", "after"].map((name) => wordOf(args, name));
  const result = compareSites(await siteFrom(before, args, context), await siteFrom(after, args, context));
  const lines = () => formatDiff(result).trimEnd().split("\n");
  await writeResult({ body: result, lines }, outputChoiceOf(args), context.terminal);
  if (!result.same && hasFlag(args, "exit-code")) throw new ReeveError("conflict", `${before} and ${after} differ`);
}

/** Checks a document: errors if it cannot be read, warnings for unusual values. */
export async function checkDocument(args: ParsedArguments, context: Context): Promise<void> {
  const source = wordOf(args, "document") ?? "";
  const site = await siteFrom(source, args, context);
  const kinds = kindsOf(flagOf(args, "as"), source, site);
  const views = [
    ...(kinds.includes("fs-site") ? [reading(source, () => fsSite(site))] : []),
    ...(kinds.includes("core-site") ? [reading(source, () => coreSite(site))] : []),
  ];
  const problems = [...site.problems, ...views.flatMap((view) => view.problems)].sort((a, b) => a.line - b.line);
  const body = { document: source, properties: site.properties.length, checkedAs: kinds.join(",") || null, problems };
  const style = context.terminal.results.style();
  const lines = () => [...problems.map((problem) => shown(sentence(problem), style)), summary(site, problems, kinds)];
  await writeResult({ body, lines }, outputChoiceOf(args), context.terminal);
  const [error] = problems.filter(({ severity }) => severity === "error");
  if (error !== undefined) throw new ReeveError("bad-input", `${source}: ${sentence(error)}`);
  if (site.properties.length === 0) throw new ReeveError("bad-input", `${source} contains no settings`);
}

function sentence({ severity, line, column, message }: SiteProblem): string {
  return severity === "error" ? `line ${line}, column ${column}: error: ${message}` : `line ${line}: ${message}`;
}

function summary({ properties }: SiteDocument, problems: readonly SiteProblem[], kinds: readonly string[]): string {
  const odd = problems.length === 0 ? "nothing unusual found" : countOf(problems.length, "oddity", "oddities");
  const types =
    kinds.length === 0
      ? "values not checked: give --as fs-site or --as core-site"
      : `the values of ${kinds.join(" and ")} have the right types`;
  return `${countOf(properties.length, "property", "properties")}, ${types}, ${odd}`;
}

/**
 * The kinds of document whose values are checked: those of the flag, or else those that fit the document's name or its content. A merged
 * document contains both kinds.
 */
function kindsOf(kinds: string | undefined, source: string, { settings }: SiteDocument): readonly string[] {
  if (kinds !== undefined) return [kinds];
  if (/core-site/.test(source)) return ["core-site"];
  if (/(?:fs|hdfs)-site/.test(source)) return ["fs-site"];
  const names = [...settings.keys()];
  const isFsSite = names.some((name) => name.startsWith("dfs."));
  const isCoreSite = names.some((name) => /^(?:fs\.default|hadoop\.proxyuser\.)/.test(name));
  return [...(isFsSite ? ["fs-site"] : []), ...(isCoreSite ? ["core-site"] : [])];
}
