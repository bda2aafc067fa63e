import type { Decisions } from "./decide.ts";
import { keyOf } from "./deprecation.ts";
import { checkSize } from "./encoding.ts";
import type { Limits } from "./limits.ts";
import type { SiteProblem } from "./problem.ts";
import type { SiteProperty } from "./property.ts";
import { readAsClients } from "./reading.ts";
import type { Values } from "./values.ts";

/** A document that was read. It never changes; an edit makes another one. */
export interface SiteDocument extends Values {
  /** The whole text, exactly as it came. */
  readonly text: string;
  /** Every property that has a name, in order, those that do not count included. */
  readonly properties: readonly SiteProperty[];
  /**
   * The properties that count, by name: of several the last one, or the one that was final. A deprecated name stands under the
   * one that replaced it.
   */
  readonly settings: ReadonlyMap<string, SiteProperty>;
  /** What is odd about the document, in order of lines. */
  readonly problems: readonly SiteProblem[];
  /** Where the root element begins and ends in the text. */
  readonly root: { readonly start: number; readonly end: number };
  /** What it was read with. */
  readonly limits: Limits;
  /** The value that counts for a name, deprecated or not. */
  get(name: string): string | undefined;
  /** The line of the property that counts for a name. */
  lineOf(name: string): number | undefined;
}

/** Checks and reads a text; every document is made here. */
export function documentOf(text: string, limits: Limits): SiteDocument {
  checkSize(text.length, "characters", limits);
  const { properties, decisions, problems, root } = readAsClients(text, limits);
  const settings = settingsOf(decisions);
  const settingOf = (name: string) => settings.get(keyOf(name));
  return {
    text,
    properties,
    settings,
    problems,
    root,
    limits,
    get: (name) => settingOf(name)?.value,
    lineOf: (name) => settingOf(name)?.line,
  };
}

/** A property is final wherever its name was made so. */
function settingsOf({ winners, finals }: Decisions<SiteProperty>): ReadonlyMap<string, SiteProperty> {
  if (!hasLaterFinal(winners, finals)) return winners;
  return new Map([...winners].map(([key, winner]) => [key, finals.has(key) ? { ...winner, final: true } : winner]));
}

function hasLaterFinal(winners: ReadonlyMap<string, SiteProperty>, finals: ReadonlyMap<string, SiteProperty>): boolean {
  for (const key of finals.keys()) if (winners.get(key)?.final === false) return true;
  return false;
}
