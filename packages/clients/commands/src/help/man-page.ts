import { environment, exitStatus, files } from "./environment.ts";
import type { Manual } from "./manuals.ts";
import { flagsEverywhere, type Page, type Section } from "./page.ts";

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
    ...examples(
      overview.examples.length > 0 ? overview : { examples: commands.slice(0, 3).flatMap((page) => page.examples) },
    ),
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
