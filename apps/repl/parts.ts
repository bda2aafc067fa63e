import { join } from "node:path";

const source = join(import.meta.dirname, "src");

/**
 * The parts of the shell that are loaded on first use, by their file names (`src/load.ts`). A bundle of the shell has to make these
 * entries, too.
 */
export const parts: Readonly<Record<string, string>> = Object.fromEntries(
  ["where", "yaml", "live", "editing", "kind-broker", "kind-wide-column", "kind-file-system"].map((part) => [
    part,
    join(source, `${part}.ts`),
  ]),
);
