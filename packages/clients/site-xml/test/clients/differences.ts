import {
  DEPRECATED_KEYS,
  editSite,
  expand,
  mergeSites,
  readSite,
  type SiteDocument,
  type SiteEdit,
  type SiteProblem,
  SiteXmlError,
} from "../../src/index.ts";
import type { FileSystemClient, Loaded, ProcessEnvironment, Refused } from "./client.ts";
import { NAMES } from "./documents.ts";

/** The result of a case: both sides are equal, or they differ as the README explains, or they differ without an explanation. */
export type Verdict =
  | { readonly kind: "same"; readonly how: "read" | "refused" }
  | { readonly kind: "decided"; readonly decision: string }
  | { readonly kind: "different"; readonly what: string };

/** Loads documents in both implementations, and compares everything that a caller can see. */
export async function compare(
  documents: readonly string[],
  client: FileSystemClient,
  processEnvironment: ProcessEnvironment,
  included = "",
): Promise<Verdict> {
  const answer = await client.load(documents, NAMES);
  const ours = documents.map(reading);
  const errors = ours.flatMap((one) => (one instanceof SiteXmlError ? [one] : []));
  const sites = ours.flatMap((one) => (one instanceof SiteXmlError ? [] : [one]));
  const isRefused = sites.some(({ problems }) => problems.some(({ severity }) => severity === "error"));
  if (sites.some((site) => site.problems.some((problem) => leadsElsewhere(problem, included))))
    return { kind: "decided", decision: "include" };
  if ("refused" in answer) {
    if (errors.length > 0 || isRefused) return { kind: "same", how: "refused" };
    return { kind: "different", what: `clients refuse it, we read it: ${answer.refused}` };
  }
  const [error] = errors;
  if (error !== undefined) {
    if (STRICTER.has(error.code)) return { kind: "decided", decision: error.code };
    if (documents.every((document) => !(reading(withoutDeclaration(document)) instanceof SiteXmlError))) {
      return { kind: "decided", decision: "declaration" };
    }
    return { kind: "different", what: `clients read it, we refuse it: ${error.message}` };
  }
  if (isRefused) {
    const problem = sites.flatMap(({ problems }) => problems).find(({ severity }) => severity === "error");
    return { kind: "different", what: `clients read it, we say that they refuse it: ${problem?.message}` };
  }
  const seen = seenBy(answer);
  const [only] = sites;
  const site = only !== undefined && sites.length === 1 ? only : mergeSites(sites).site;
  const own = seenInSite(site, processEnvironment);
  const what = firstDifference(seen, own);
  if (what !== undefined && answer.settings.some(([name]) => name === "")) return { kind: "decided", decision: "empty name" };
  return what === undefined ? { kind: "same", how: "read" } : { kind: "different", what };
}

/** Edits a document, and compares the values that clients then see with the earlier and the wanted values. */
export async function compareEdit(
  document: string,
  edits: readonly SiteEdit[],
  client: FileSystemClient,
  included: string,
): Promise<Verdict> {
  const site = reading(document);
  const before = await client.load([document], NAMES);
  if (site instanceof SiteXmlError || "refused" in before) return { kind: "decided", decision: "not read" };
  // A client reads the fallback of an include whose file it does not find. The package never looks for the file.
  if (site.problems.some((problem) => leadsElsewhere(problem, included))) return { kind: "decided", decision: "include" };
  let edited: string;
  try {
    edited = editSite(site, edits).text;
  } catch (error) {
    if (error instanceof SiteXmlError && error.code === "unwritable") return { kind: "decided", decision: "edit by hand" };
    throw error;
  }
  const after = await client.load([edited], NAMES);
  if ("refused" in after) return { kind: "different", what: `clients refuse the edited document: ${edited}` };
  const expected = new Map(before.settings.map(([name, raw, , sources]) => [name, [raw, named(sources)]]));
  for (const [name, value] of edits) {
    const key = DEPRECATED_KEYS.get(name) ?? name;
    const old = expected.get(key);
    if (value === undefined) expected.delete(key);
    else expected.set(key, [value, old?.[1] ?? named(sourcesAfter(after, key))]);
  }
  const entries = new Map(after.settings.map(([name, raw, , sources]) => [name, [raw, named(sources)]]));
  // Properties with an empty name are never read, so an edit may lose them.
  for (const settings of [expected, entries]) settings.delete("");
  const what = firstDifference(sorted(expected), sorted(entries));
  if (what !== undefined) return { kind: "different", what: `${JSON.stringify(edits)}: ${what}, edited: ${edited}` };
  const removed = new Set(["", ...edits.flatMap(([name, value]) => (value === undefined ? [DEPRECATED_KEYS.get(name) ?? name] : []))]);
  const finals = firstDifference(
    before.finals.filter((name) => !removed.has(name)),
    after.finals.filter((name) => !removed.has(name)),
  );
  return finals === undefined ? { kind: "same", how: "read" } : { kind: "different", what: `finals ${finals}, edited: ${edited}` };
}

/** The error codes of documents that this package refuses on purpose, although clients read them. The README gives the reasons. */
const STRICTER: ReadonlySet<string> = new Set([
  "doctype-refused",
  "not-a-configuration",
  "unsupported-encoding",
  "unsupported-version",
  "too-large",
  "too-deep",
  "too-many-elements",
  "too-many-attributes",
]);

/** Whether an include names another file than the empty document of this trial. */
function leadsElsewhere({ code, message }: SiteProblem, included: string): boolean {
  return code === "include" && message.includes(" is not read here") && !message.includes(`> of ${included} is`);
}

function withoutDeclaration(document: string): string {
  return document.replace(/^\ufeff?<\?xml[^>]*\?>/, "");
}

function reading(document: string): SiteDocument | SiteXmlError {
  try {
    return readSite(document);
  } catch (error) {
    if (error instanceof SiteXmlError) return error;
    throw error;
  }
}

/** Returns what a client sees of a loaded configuration, in a form that can be compared, and without the empty name. */
function seenBy({ settings, finals, found }: Loaded): object {
  return {
    settings: sorted(
      new Map(
        settings
          .filter(([name]) => name !== "")
          .map(([name, raw, expanded, sources]) => [name, [raw, refusedOr(expanded), named(sources)]]),
      ),
    ),
    finals: finals.filter((name) => name !== ""),
    found: found.map(refusedOr),
  };
}

function seenInSite(site: SiteDocument, { environment, systemProperties }: ProcessEnvironment): object {
  const options = { environment, systemProperties };
  const expandedOf = (value: string) => {
    try {
      return expand(site, value, options);
    } catch (error) {
      if (error instanceof SiteXmlError) return REFUSED;
      throw error;
    }
  };
  const rows = [...site.settings].map(([name, { value = "", sources }]) => [name, [value, expandedOf(value), sources]] as const);
  const finals = [...site.properties].flatMap(({ name, final }) => (final ? [DEPRECATED_KEYS.get(name) ?? name] : []));
  return {
    settings: sorted(new Map(rows)),
    finals: [...new Set(finals)].sort(byUnits),
    found: NAMES.map((name) => {
      const value = site.get(name);
      return value === undefined ? null : expandedOf(value);
    }),
  };
}

const REFUSED = "(refused)";

function refusedOr(answer: string | null | Refused): string | null {
  return typeof answer === "object" && answer !== null ? REFUSED : answer;
}

/** Removes the name of the document from the sources, because a client adds it to each property. */
function named(sources: readonly string[] | null): readonly string[] {
  return (sources ?? []).filter((source) => source !== "document");
}

function sourcesAfter({ settings }: Loaded, key: string): readonly string[] | null {
  return settings.find(([name]) => name === key)?.[3] ?? null;
}

function sorted(map: ReadonlyMap<string, unknown>): readonly (readonly [string, unknown])[] {
  return [...map].sort(([a], [b]) => byUnits(a, b));
}

function byUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function firstDifference(clients: object, ours: object): string | undefined {
  const [theirs, own] = [JSON.stringify(clients), JSON.stringify(ours)];
  return theirs === own ? undefined : `clients ${theirs}\n     ours ${own}`;
}
