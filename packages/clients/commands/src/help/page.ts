import { isOwnRoute } from "@reeve/contract";
import { type Command, type Entry, type Flag, type Group, isCommand } from "../command.ts";
import { everywhere } from "../everywhere.ts";
import { written } from "../parse/flags.ts";

/** The content of the help for a command or group, from which terminal help, man pages and the reference are made. */
export interface Page {
  /** The whole command, such as `reeve broker topics create`. */
  readonly name: string;
  readonly summary: string;
  readonly about: string;
  readonly usage: string;
  readonly examples: readonly string[];
  readonly sections: readonly Section[];
}

/** A list with a heading. */
export interface Section {
  readonly heading: string;
  readonly rows: readonly Row[];
}

/** An entry of a section, with its description and notes. */
interface Row {
  readonly term: string;
  readonly text: string;
}

/** The page of the command or group at a path. */
export function pageOf(target: Command | Group, path: readonly string[]): Page {
  return isCommand(target) ? commandPage(target, path) : groupPage(target, path);
}

function commandPage(command: Command, path: readonly string[]): Page {
  const { summary, about = "", examples, positionals = [], flags = [], effect, routes } = command;
  const name = ["reeve", ...path].join(" ");
  const words = positionals.map(({ name, placeholder = name, required, many }) => {
    const word = `<${placeholder}>${many ? "…" : ""}`;
    return required ? word : `[${word}]`;
  });
  const offered = flags.filter(({ refused }) => refused === undefined);
  const needed = offered.filter(({ required }) => required).map(written);
  const rest = offered.some(({ required }) => !required) ? ["[flags]"] : [];
  const explained = positionals.map(({ name, placeholder = name, summary }) => ({ term: `<${placeholder}>`, text: summary }));
  return {
    name,
    summary,
    about,
    usage: [name, ...words, ...needed, ...rest].join(" "),
    examples: examples.map((each) => `reeve ${each}`),
    sections: [
      { heading: "Arguments", rows: explained },
      { heading: "Flags", rows: offered.map(flagRow) },
      ...(routes ? [{ heading: `Requests (${effect})`, rows: routeRows(routes) }] : []),
    ].filter(({ rows }) => rows.length > 0),
  };
}

function groupPage(group: Group, path: readonly string[]): Page {
  const name = ["reeve", ...path].join(" ");
  return {
    name,
    summary: group.summary,
    about: group.about ?? "",
    usage: `${name} <command> [arguments] [flags]`,
    examples: group.examples.map((each) => `reeve ${each}`),
    sections: sectionsOf(group.entries),
  };
}

/** Nested groups are flattened, so that one page lists all commands of a service. */
function sectionsOf(entries: readonly Entry[]): readonly Section[] {
  const sections = new Map<string, Row[]>();
  for (const entry of entries) {
    const heading = "entries" in entry ? entry.name : ("heading" in entry && entry.heading) || "Commands";
    const rows = sections.get(heading) ?? [];
    rows.push(...("entries" in entry ? entry.entries : [entry]).map(entryRow));
    sections.set(heading, rows);
  }
  return [...sections].map(([heading, rows]) => ({ heading, rows }));
}

function entryRow(entry: Entry): Row {
  const aliases = entry.aliases?.length ? `, ${entry.aliases.join(", ")}` : "";
  return { term: entry.name + aliases, text: entry.summary + revisionsOf(entry) };
}

function revisionsOf(entry: Entry): string {
  if (!("routes" in entry) || !entry.routes) return "";
  const all = [...new Set(entry.routes.map(({ revision }) => revision))];
  return ` (${all.join(" ")})`;
}

function flagRow(flag: Flag): Row {
  const short = flag.short === undefined ? "" : `-${flag.short}, `;
  return { term: short + written(flag), text: flag.summary };
}

function routeRows(routes: NonNullable<Command["routes"]>): readonly Row[] {
  const byRoute = new Map<string, string[]>();
  for (const { revision, route } of routes) byRoute.set(route, [...(byRoute.get(route) ?? []), revision]);
  // A route of the Reeve service beside those of the documents is the same in all revisions.
  const termOf = (route: string, revisions: readonly string[]) => (byRoute.size > 1 && isOwnRoute(route) ? "Reeve" : revisions.join(" "));
  return [...byRoute].map(([route, revisions]) => ({ term: termOf(route, revisions), text: route }));
}

/** The section of general flags. */
export const flagsEverywhere: Section = { heading: "Flags of every command", rows: everywhere.map(flagRow) };
