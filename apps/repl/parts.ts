import { join } from "node:path";

const source = join(import.meta.dirname, "src");

/**
 * What of the shell is loaded when it is first needed, by the name that its file must have beside the rest (`src/load.ts`): whoever bundles the
 * shell makes these entries, too.
 */
export const parts: Readonly<Record<string, string>> = Object.fromEntries(
  ["where", "yaml", "live", "kind-broker", "kind-wide-column", "kind-file-system"].map((part) => [
    part,
    join(source, `${part}.ts`),
  ]),
);
