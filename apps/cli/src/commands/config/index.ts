import { type Command, type Group, outputChoiceOf, settingsOf, writeResult } from "@reeve/commands";
import { type DescribedSetting, describeSettings, locate } from "@reeve/profiles";
import { type Column, table } from "@reeve/terminal";

const columns: readonly Column<DescribedSetting>[] = [
  { head: "SETTING", cell: ({ name }) => name },
  { head: "VALUE", cell: ({ value }) => value },
  { head: "FROM", cell: ({ origin }) => origin },
];

const show: Command = {
  name: "show",
  summary: "Show every setting with its source",
  about: "Flags override environment variables, which override the project's .reeve.json, which overrides the profile.",
  examples: ["config show", "config show --profile prod"],
  effect: "read",
  run: async (input, context) => {
    const settings = settingsOf(input, context);
    const described = describeSettings(settings);
    const { notes } = settings;
    const style = context.terminal.results.style();
    const lines = () => [
      ...(described.length === 0 ? ["no setting has a value"] : table(described, columns, style)),
      ...notes.map((note) => `note: ${note}`),
    ];
    await writeResult({ body: { settings: described, notes }, named: described, lines }, outputChoiceOf(input), context.terminal);
  },
};

const paths: Command = {
  name: "paths",
  summary: "Show where profiles, secrets, state and the cache are stored",
  examples: ["config paths"],
  effect: "read",
  run: async (input, { processContext, terminal }) => {
    const paths = Object.entries(locate(processContext));
    const lines = () => paths.map(([name, path]) => `${name.padEnd(9)}  ${path}`);
    await writeResult({ body: Object.fromEntries(paths), lines }, outputChoiceOf(input), terminal);
  },
};

/** The commands that show the settings and their sources. */
export const configCommand: Group = {
  name: "config",
  summary: "Show all settings and their sources",
  examples: ["config show"],
  entries: [show, paths],
};
