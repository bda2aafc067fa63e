import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import { apis } from "./apis.ts";

const folder = join(import.meta.dirname, "../../openapi");
const files = globSync("*.json", { cwd: folder }).sort();

test("there is a document for each revision of each service", () => {
  const expected = apis.flatMap(({ name, revisions }) => revisions.map((revision) => `${name}-${revision}.json`));
  expect(files).toEqual(expected.sort());
});

test.each(files)("%s is valid OpenAPI 3.1, and all of its references lead somewhere", async (file) => {
  const document = JSON.parse(await readFile(join(folder, file), "utf8"));
  const validator = new Validator();
  expect(await validator.validate(structuredClone(document))).toEqual({ valid: true });
  expect(validator.version).toBe("3.1");
  const names = Object.keys(document.components.schemas);
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name);
  expect(references.length, basename(file)).toBeGreaterThan(0);
  for (const name of references) expect(names).toContain(name);
});

test.each(files)("generators of other languages accept %s", async (file) => {
  const text = await readFile(join(folder, file), "utf8");
  const { paths } = JSON.parse(text) as {
    paths: Record<string, Record<string, { operationId: string; responses: Record<string, { description: string }> }>>;
  };
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const ids = operations.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z]+$/);
  for (const { responses } of operations) {
    for (const status of ["400", "401", "404"]) expect(responses[status]?.description).toContain("urn:reeve:error:");
  }
  // Patterns must not contain property classes, lookaheads, or classes that other engines read more widely.
  const patterns = [...text.matchAll(/"pattern": (".*")/g)].map(([, pattern = ""]) => JSON.parse(pattern) as string);
  for (const pattern of patterns) expect(pattern).not.toMatch(/\\[pPwWdDsSbB]|\(\?[^:]/);
});
