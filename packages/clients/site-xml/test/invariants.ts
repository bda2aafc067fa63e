import { readSite, removeProperty, type SiteDocument, SiteXmlError, setProperty, writeSite } from "../src/index.ts";

/** The result of reading a text. */
export type Outcome = "read" | "refused";

/** Reads and edits a text. Throws if the reader violates an invariant. */
export function checkInvariants(text: string): Outcome {
  const site = readOrRefuse(text);
  if (site === undefined) return "refused";
  hold(writeSite(site) === text, "what is written is what was read");
  for (const { start, end, line } of site.properties) {
    hold(/^<(?:[^\s>]+:)?property/.test(text.slice(start, end)), "a property knows where it begins");
    hold(text[end - 1] === ">", "a property knows where it ends");
    hold(line === text.slice(0, start).split(/\r\n?|\n/).length, "a property knows its line");
  }
  checkEdits(site);
  return "read";
}

function readOrRefuse(text: string): SiteDocument | undefined {
  try {
    return readSite(text);
  } catch (error) {
    if (!(error instanceof SiteXmlError)) throw error;
    hold(!/[\p{Cc}\p{Cs}]/u.test(error.message), "a message is one line that a terminal can show");
    hold(error.code === "unsupported-encoding" || (error.line ?? 0) >= 1, "a refusal names its line");
    return undefined;
  }
}

function checkEdits(site: SiteDocument): void {
  const names = new Set(["a", "__proto__", ...[...site.properties].slice(0, 3).map(({ name }) => name)]);
  for (const name of names) {
    const value = ' <new> & "ü"\r\n]]> ';
    const edited = tried(() => setProperty(site, name, value));
    if (edited === undefined) continue;
    hold(edited.get(name) === value, "a value that was set can be read");
    const target = site.settings.get(name);
    if (target !== undefined) {
      const around = [site.text.slice(0, target.start), site.text.slice(target.end)] as const;
      hold(edited.text.startsWith(around[0]) && edited.text.endsWith(around[1]), "an edit stays within one element");
    }
    holdOthers(site, edited, name);
    const removed = tried(() => removeProperty(edited, name));
    if (removed === undefined) continue;
    hold(![...removed.properties].some((property) => property.name === name), "a name that was removed is gone");
    holdOthers(edited, removed, name);
  }
}

/** Makes an edit. Some unusual documents cannot be edited; then the edit has to be refused, and must never be done wrong. */
function tried(edit: () => SiteDocument): SiteDocument | undefined {
  try {
    return edit();
  } catch (error) {
    if (error instanceof SiteXmlError && error.message.endsWith("edit the document by hand.")) return undefined;
    throw error;
  }
}

function holdOthers(before: SiteDocument, after: SiteDocument, name: string): void {
  const [old, fresh] = [before, after].map(({ properties }) =>
    [...properties].filter((property) => property.name !== name).map(({ start, end, line, ...data }) => data),
  );
  hold(JSON.stringify(old) === JSON.stringify(fresh), "an edit leaves the other properties as they are");
}

function hold(promise: boolean, words: string): void {
  if (!promise) throw new Error(`Broken: ${words}.`);
}
