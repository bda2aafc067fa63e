import { join } from "node:path";

const source = join(import.meta.dirname, "src/parts");

/**
 * The parts of the shell that are loaded on first use (`src/parts/load.ts`), by their file names. A bundle that contains the shell also
 * needs these entries.
 */
export const parts: Readonly<Record<string, string>> = Object.fromEntries(
  ["where", "yaml", "live", "typed-line", "kind-broker", "kind-wide-column", "kind-file-system"].map((part) => [
    part,
    join(source, `${part}.ts`),
  ]),
);
