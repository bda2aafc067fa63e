import { type Command, outputChoiceOf, writeResult } from "@reeve/commands";
import { type ListedProfile, listProfiles } from "@reeve/profiles";
import { type Column, table } from "@reeve/terminal";

/** Lists the profiles. */
export const listCommand: Command = {
  name: "list",
  summary: "List the profiles",
  examples: ["profiles list"],
  positionals: [],
  flags: [],
  effect: "read",
  run: async (given, { processContext, terminal }) => {
    const profiles = listProfiles(processContext);
    const lines = () =>
      profiles.length === 0
        ? ["no profiles: add one with reeve profiles add, or start a service on this machine with reeve up"]
        : table(profiles, columns, terminal.results.style());
    await writeResult({ body: profiles, lines }, outputChoiceOf(given), terminal);
  },
};

const columns: readonly Column<ListedProfile>[] = [
  { head: "NAME", cell: ({ name }) => name },
  { head: "USED", cell: ({ current }) => (current ? "yes" : undefined) },
  { head: "URL", cell: ({ url }) => url },
  { head: "MADE BY", cell: ({ madeBy }) => madeBy ?? "you" },
];
