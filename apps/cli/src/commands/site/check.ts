import { ReeveError } from "@reeve/contract";
import { coreSite, fsSite, readSite, type SiteDocument, type SiteProblem } from "@reeve/site-xml";
import { countOf, shown } from "@reeve/terminal";
import type { Context } from "../../model/context.ts";
import { flagOf, type Given, wordOf } from "../../model/given.ts";
import { writeResult } from "../../output/result.ts";
import { wantedOf } from "../../output/wanted.ts";
import { reading, textOf } from "./source.ts";

/** Checks a document: what cannot be read is an error, what is odd is told. */
export async function checkSite(given: Given, context: Context): Promise<void> {
  const source = wordOf(given, "document") ?? "";
  const text = await textOf(source, given, context);
  const site = reading(source, () => readSite(text));
  const kind = flagOf(given, "as") ?? guess(source, site);
  if (kind === "fs-site") reading(source, () => fsSite(site));
  if (kind === "core-site") reading(source, () => coreSite(site));
  const { problems } = site;
  const body = { document: source, properties: site.properties.length, checkedAs: kind ?? null, problems };
  const look = context.terminal.results.look();
  const lines = () => [...problems.map((problem) => shown(sentence(problem), look)), summary(site, kind)];
  await writeResult({ body, lines }, wantedOf(given), context.terminal);
  if (site.properties.length === 0) throw new ReeveError("bad-input", `${source} sets nothing`);
}

function sentence({ line, message }: SiteProblem): string {
  return `line ${line}: ${message}`;
}

function summary({ properties, problems }: SiteDocument, kind: string | undefined): string {
  const odd = problems.length === 0 ? "nothing is odd" : countOf(problems.length, "oddity", "oddities");
  const types = kind === undefined ? "" : `, the values of ${kind} are of their types`;
  return `${countOf(properties.length, "property", "properties")}${types}, ${odd}`;
}

function guess(source: string, site: SiteDocument): string | undefined {
  if (/core-site/.test(source)) return "core-site";
  if (/(?:fs|hdfs)-site/.test(source)) return "fs-site";
  if (site.get("dfs.nameservices") !== undefined) return "fs-site";
  return site.get("fs.default.name") === undefined ? undefined : "core-site";
}
