/** How changesets become changelog lines: their text, and the updated versions of our own dependencies. */
export default {
  getReleaseLine: async ({ summary }: { readonly summary: string }): Promise<string> => {
    const [first = "", ...rest] = summary.trim().split("\n");
    return [`- ${first}`, ...rest.map((line) => (line === "" ? "" : `  ${line}`))].join("\n");
  },
  getDependencyReleaseLine: async (_changesets: unknown, updated: readonly Updated[]): Promise<string> => {
    // New packages have no dependencies to update.
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
