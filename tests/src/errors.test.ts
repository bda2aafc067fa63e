import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { errorCodes } from "@reeve/contract";
import { exitCodes } from "@reeve/terminal";
import { expect, test } from "vitest";

const folder = join(import.meta.dirname, "../../docs/errors");

test("each error code has a page with its exit code, and each page has an error code", () => {
  const pages = readdirSync(folder)
    .filter((file) => file !== "README.md")
    .sort();
  expect(pages).toEqual(
    Object.keys(errorCodes)
      .map((code) => `${code}.md`)
      .sort(),
  );
  const index = readFileSync(join(folder, "README.md"), "utf8");
  for (const code of Object.keys(errorCodes) as (keyof typeof errorCodes)[]) {
    const page = readFileSync(join(folder, `${code}.md`), "utf8");
    expect(index).toContain(`| [${code}](${code}.md) | ${exitCodes[code]} | `);
    expect(page).toContain(`The command line ends with exit code ${exitCodes[code]}.`);
    expect(page).toContain("## What to do");
  }
});
