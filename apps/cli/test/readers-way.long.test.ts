import { afterAll, beforeAll, expect, inject, test } from "vitest";
// @boundaries-ignore: a tool of the repository, which is no package
import { typePage } from "../../../scripts/documents/commands.ts";
// @boundaries-ignore: a tool of the repository, which is no package
import { readersWay } from "../../../scripts/documents/pages.ts";
// @boundaries-ignore: a tool of the repository, which is no package
import { openShell, type Shell } from "../../../scripts/documents/shell.ts";

// Types the pages one after another in one home folder, as a reader does, so that each page finds the results of earlier pages. The test
// takes long, because the rollouts run at normal speed.
let shell: Shell;
beforeAll(() => {
  shell = openShell(inject("program"));
});
afterAll(() => shell?.close());

test.each(readersWay().map((page) => [page.path, page] as const))("%s, typed in a reader's home", { timeout: 180_000 }, async (_, page) => {
  const { failures } = await typePage(page, shell);
  expect(failures.join("\n\n")).toBe("");
});
