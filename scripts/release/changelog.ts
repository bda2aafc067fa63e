/** How changesets become lines of a changelog: the words that were written for users, and which versions of our own packages a release takes up. */
export default {
  getReleaseLine: async ({ summary }: { readonly summary: string }): Promise<string> => {
    const [first = "", ...rest] = summary.trim().split("\n");
    return [`- ${first}`, ...rest.map((line) => (line === "" ? "" : `  ${line}`))].join("\n");
  },
  getDependencyReleaseLine: async (_changesets: unknown, updated: readonly Updated[]): Promise<string> => {
    // Packages that are new together have nothing to take up.
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
