import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { typePage } from "../../../scripts/documents/commands.ts";
import { readersWay } from "../../../scripts/documents/pages.ts";
import { openShell, type Shell } from "../../../scripts/documents/shell.ts";

// What a page leaves behind is there when the next one is typed, as it is for a reader. It takes so long because rollouts take their time on the pages.
let shell: Shell;
beforeAll(() => {
  shell = openShell(inject("program"));
});
afterAll(() => shell?.close());

test.each(readersWay().map((page) => [page.path, page] as const))(
  "%s, typed in a reader's home",
  { timeout: 180_000 },
  async (_, page) => {
    const { failures } = await typePage(page, shell);
    expect(failures.join("\n\n")).toBe("");
  },
);
