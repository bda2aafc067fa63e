/** Writes the lines of a changelog: the text of each changeset, and the new versions of Reeve's own packages. */
export default {
  getReleaseLine: async ({ summary }: { readonly summary: string }): Promise<string> => {
    const text = summary.trim();
    if (text.startsWith("- ")) return text;
    const [first = "", ...rest] = text.split("\n");
    return [`- ${first}`, ...rest.map((line) => (line === "" ? "" : `  ${line}`))].join("\n");
  },
  getDependencyReleaseLine: async (_changesets: unknown, updated: readonly Updated[]): Promise<string> => {
    // A package whose old version is 0.0.0 is new, and a changelog does not list new packages as updated dependencies.
    const taken = updated.filter(({ oldVersion }) => oldVersion !== "0.0.0");
    if (taken.length === 0) return "";
    return `- Takes up ${taken.map(({ name, newVersion }) => `${name} ${newVersion}`).join(", ")}.`;
  },
};

interface Updated {
  readonly name: string;
  readonly oldVersion: string;
  readonly newVersion: string;
}
