import { type Context, flagOf, type Given, outputChoiceOf, wordOf, writeResult } from "@reeve/commands";
import { ReeveError } from "@reeve/contract";
import { coreSite, fsSite, readSite, type SiteDocument, type SiteProblem } from "@reeve/site-xml";
import { countOf, shown } from "@reeve/terminal";
import { contentOf, reading } from "./source.ts";

/** Checks a document: errors if it cannot be read, warnings for unusual values. */
export async function checkDocument(given: Given, context: Context): Promise<void> {
  const source = wordOf(given, "document") ?? "";
  const content = await contentOf(source, given, context);
  const site = reading(source, () => readSite(content));
  const kinds = kindsOf(flagOf(given, "as"), source, site);
  const views = [
    ...(kinds.includes("fs-site") ? [reading(source, () => fsSite(site))] : []),
    ...(kinds.includes("core-site") ? [reading(source, () => coreSite(site))] : []),
  ];
  const problems = [...site.problems, ...views.flatMap((view) => view.problems)].sort((a, b) => a.line - b.line);
  const body = { document: source, properties: site.properties.length, checkedAs: kinds.join(",") || null, problems };
  const style = context.terminal.results.style();
  const lines = () => [...problems.map((problem) => shown(sentence(problem), style)), summary(site, problems, kinds)];
  await writeResult({ body, lines }, outputChoiceOf(given), context.terminal);
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
