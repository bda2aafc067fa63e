import { checkText } from "./arguments.ts";
import { checkSize } from "./encoding.ts";
import type { Limits } from "./limits.ts";
import type { SiteProblem } from "./problem.ts";
import { propertiesOf } from "./properties.ts";
import type { SiteProperties, SiteProperty } from "./property.ts";
import { readAsClients } from "./reading.ts";
import { settingsOf } from "./settings.ts";
import type { Values } from "./values.ts";

/** A document that was read. It never changes; an edit makes another one. */
export interface SiteDocument extends Values {
  /** The whole text, exactly as it came. */
  readonly text: string;
  /** Every property that has a name, in order, including those that do not take effect. */
  readonly properties: SiteProperties;
  /** The effective properties by name: the last one, or the final one. A deprecated name is listed under its replacement. */
  readonly settings: ReadonlyMap<string, SiteProperty>;
  /** Unusual parts of the document, in order of lines. */
  readonly problems: readonly SiteProblem[];
  /** Where the root element begins and ends in the text. */
  readonly root: { readonly start: number; readonly end: number };
  /** The limits that it was read with. */
  readonly limits: Limits;
  /** The value that counts for a name, deprecated or not. */
  get(name: string): string | undefined;
  /** The line of the property that counts for a name. */
  lineOf(name: string): number | undefined;
}

/** Checks and reads a text. All documents are made by this function. */
export function documentOf(text: string, limits: Limits): SiteDocument {
  checkSize(text.length, "characters", limits);
  const { properties: store, decisions, problems, root } = readAsClients(text, limits);
  return {
    text,
    properties: propertiesOf(store),
    settings: settingsOf(store, decisions),
    problems,
    root,
    limits,
    get(name) {
      checkText(name, "the name of a property");
      const winner = decisions.winner(name);
      return winner === undefined ? undefined : store.value(winner);
    },
    lineOf(name) {
      checkText(name, "the name of a property");
      const winner = decisions.winner(name);
      return winner === undefined ? undefined : store.line(winner);
    },
  };
}
