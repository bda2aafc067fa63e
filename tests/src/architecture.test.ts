import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const root = dirname(dirname(import.meta.dirname));

test("the code that ARCHITECTURE.md quotes is in the sources", () => {
  const sources = globSync("{packages/*,apps}/*/src/**/*.ts", { cwd: root }).map((file) =>
    readFileSync(join(root, file), "utf8"),
  );
  const shown = readFileSync(join(root, "ARCHITECTURE.md"), "utf8").matchAll(/^```ts\n([\s\S]*?)^```$/gm);
  for (const [, code = ""] of shown)
    expect(
      sources.some((source) => source.includes(code)),
      code,
    ).toBe(true);
});
