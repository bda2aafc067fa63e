import { environment, exitStatus, files, flagsEverywhere, type Manual, type Page, type Section } from "@reeve/commands";

/** Writes the reference page of the commands in one manual. */
export function commandReference({ name, overview, commands }: Manual): string {
  const common = name === "reeve" ? [flagsEverywhere, environment, files, exitStatus] : [];
  return [
    `# ${name.replace("-", " ")}`,
    "",
    `${sentence(overview.summary.replace(/^./, (letter) => letter.toUpperCase()))} Made by \`npm run generate\`.`,
    "",
    ...commands.map((page) => `- [\`${page.name}\`](#${page.name.replaceAll(" ", "-")}): ${page.summary}`),
    ...commands.flatMap(commandSection),
    ...common.flatMap((section) => ["", `## ${section.heading}`, "", ...table(section)]),
    "",
  ].join("\n");
}

function commandSection({ name, summary, about, usage, examples, sections }: Page): readonly string[] {
  return [
    "",
    `## ${name}`,
    "",
    [summary, about]
      .filter((part) => part !== "")
      .map(sentence)
      .join(" "),
    "",
    "```sh",
    ...new Set([usage, ...examples]),
    "```",
    ...sections.flatMap((section) => ["", ...table(section)]),
  ];
}

function table({ heading, rows }: Section): readonly string[] {
  return [
    `| ${heading} | meaning |`,
    "|---|---|",
    ...rows.map(({ term, text }) => `| \`${piped(term)}\` | ${piped(text).replaceAll("<", "&lt;")} |`),
  ];
}

/** Escapes bars, because a bar would end the cell of a table. */
function piped(text: string): string {
  return text.replaceAll("|", "\\|");
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
