import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { errorCodes } from "@reeve/contract";
import { expect, test } from "vitest";

const folder = join(import.meta.dirname, "../../docs/errors");

test("each code of an error has a page, and each page a code", () => {
  const pages = readdirSync(folder)
    .filter((file) => file !== "README.md")
    .sort();
  expect(pages).toEqual(
    Object.keys(errorCodes)
      .map((code) => `${code}.md`)
      .sort(),
  );
  const index = readFileSync(join(folder, "README.md"), "utf8");
  for (const page of pages) {
    expect(index).toContain(`](${page})`);
    expect(readFileSync(join(folder, page), "utf8")).toContain("## What to do");
  }
});
