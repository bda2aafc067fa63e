import { type Command, type Group, isCommand, listed, loaded, SERVICES } from "../command.ts";
import { environment, exitStatus, files } from "./environment.ts";
import { flagsEverywhere, type Page, pageOf, type Section } from "./page.ts";

/** A part of the command line with its own manual page: one service, or everything that belongs to no service. */
export interface Manual {
  /** The name of the manual page, such as `reeve` or `reeve-broker`. */
  readonly name: string;
  readonly overview: Page;
  /** All commands of the manual, in the order of the help. */
  readonly commands: readonly Page[];
}

/** All manuals, derived from the declarations of the commands. */
export async function manuals(program: Group): Promise<readonly Manual[]> {
  const services: Manual[] = [];
  const rest: Page[] = [];
  for (const entry of (await listed(program)).entries) {
    const target = await loaded(entry);
    const isService = "heading" in entry && entry.heading === SERVICES;
    if (!isService) rest.push(...(await pagesUnder(target, [entry.name])));
    else {
      const overview = pageOf(target, [entry.name]);
      services.push({ name: `reeve-${entry.name}`, overview, commands: await pagesUnder(target, [entry.name]) });
    }
  }
  return [{ name: "reeve", overview: pageOf(program, []), commands: rest }, ...services];
}

async function pagesUnder(target: Command | Group, path: readonly string[]): Promise<readonly Page[]> {
  if (isCommand(target)) return [pageOf(target, path)];
  const pages: Page[] = [];
  for (const entry of target.entries) pages.push(...(await pagesUnder(await loaded(entry), [...path, entry.name])));
  return pages;
}

/** Writes a manual page with only those macros that every `man` program supports. */
export function manPage({ name, overview, commands }: Manual, all: readonly Manual[]): string {
  const common = name === "reeve" ? [flagsEverywhere, environment, files, exitStatus] : [];
  const others = all.filter((each) => each.name !== name).map((each) => `.BR ${each.name} (1)`);
  return [
    `.TH ${name.toUpperCase()} 1 "" "Reeve" "Reeve"`,
    ".SH NAME",
    `${name} \\- ${text(overview.summary)}`,
    ".SH SYNOPSIS",
    `.B ${text(overview.usage)}`,
    ".SH EXAMPLES",
    ...examples(overview.examples.length > 0 ? overview : { examples: commands.slice(0, 3).flatMap((page) => page.examples) }),
    ".SH COMMANDS",
    ...commands.flatMap(command),
    ...common.flatMap((section) => [`.SH ${section.heading.toUpperCase()}`, ...rows(section)]),
    ".SH SEE ALSO",
    others.join(",\n"),
    "",
  ].join("\n");
}

function command(page: Page): readonly string[] {
  return [
    `.SS "${text(page.name)}"`,
    `.B ${text(page.usage)}`,
    ".PP",
    text([page.summary, page.about].filter((part) => part !== "").join(". ")),
    ...page.sections.flatMap((section) => [".PP", `.I ${text(section.heading)}`, ...rows(section)]),
    ...examples(page),
  ];
}

function rows(section: Section): readonly string[] {
  return section.rows.flatMap((row) => [".TP", `.B ${text(row.term)}`, text(row.text)]);
}

function examples(page: Pick<Page, "examples">): readonly string[] {
  return page.examples.length === 0 ? [] : [".PP", ".nf", ...page.examples.map((line) => `    ${text(line)}`), ".fi"];
}

/** Text with macro characters escaped. */
function text(value: string): string {
  const escaped = value.replaceAll("\\", "\\e").replaceAll("-", "\\-").replaceAll("…", "...");
  return escaped.replace(/^(?=[.'])/, "\\&");
}
