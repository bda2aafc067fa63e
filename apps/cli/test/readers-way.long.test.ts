import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { typePage } from "../../../scripts/documents/commands.ts";
import { readersWay } from "../../../scripts/documents/pages.ts";
import { openShell, type Shell } from "../../../scripts/documents/shell.ts";

// The pages are typed one after another in one home, as a reader does, so what one leaves behind is there for the next. It takes long
// because the rollouts on the pages run at normal speed.
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
