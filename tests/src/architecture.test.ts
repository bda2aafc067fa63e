import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const root = dirname(dirname(import.meta.dirname));

test("the code that ARCHITECTURE.md quotes is in the sources", () => {
  const sources = globSync("{packages/*,apps}/*/src/**/*.ts", { cwd: root }).map((file) => readFileSync(join(root, file), "utf8"));
  const shown = readFileSync(join(root, "ARCHITECTURE.md"), "utf8").matchAll(/^```ts\n([\s\S]*?)^```$/gm);
  for (const [, code = ""] of shown)
    expect(
      sources.some((source) => source.includes(code)),
      code,
    ).toBe(true);
});

test("each package's tags name its tree, so that the check of boundaries knows the package", () => {
  for (const file of globSync("{packages,packages/*,apps}/*/package.json", { cwd: root })) {
    const folder = dirname(file);
    const { tags } = JSON.parse(readFileSync(join(root, folder, "turbo.json"), "utf8")) as { tags: readonly string[] };
    const [top, tree = ""] = folder.split("/");
    // The documents of the file system are read by clients and written by engines, so `site-xml` belongs to both trees.
    const expected = top === "apps" ? "app" : tree === "clients" && folder.endsWith("site-xml") ? "documents" : tree;
    expect(tags, folder).toContain(expected);
  }
});

test("only the list of engines and runtimes knows their names", () => {
  const list = "apps/service/src/engines/registered.ts";
  const names = [...readFileSync(join(root, list), "utf8").matchAll(/^\s*(?:\{ )?name: "([\w-]+)",/gm)];
  expect(names.length).toBeGreaterThan(5);
  const name = `["'\`](?:${names.map(([, each]) => each).join("|")})["'\`]`;
  const comparison = new RegExp(`(?:[!=]==?\\s*|\\bcase\\s+)${name}|${name}\\s*[!=]==?`);
  const sources = globSync("{packages/*,apps}/*/src/**/*.{ts,tsx}", { cwd: root }).filter(
    (file) => file !== list && !/\.test(-d)?\.ts$|packages\/cluster\/(engine|runtime)-/.test(file),
  );
  for (const file of sources) {
    const code = readFileSync(join(root, file), "utf8").replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
    expect(comparison.exec(code)?.[0], file).toBeUndefined();
  }
});
