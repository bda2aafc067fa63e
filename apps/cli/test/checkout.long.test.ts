import { expect, test } from "vitest";
// @boundaries-ignore: a tool of the repository, which is no package
import { typePage } from "../../../scripts/documents/commands.ts";
// @boundaries-ignore: a tool of the repository, which is no package
import { readersWay } from "../../../scripts/documents/pages.ts";
// @boundaries-ignore: a tool of the repository, which is no package
import { openShell } from "../../../scripts/documents/shell.ts";
// @boundaries-ignore: a tool of the repository, which is no package
import { root } from "../../../scripts/workspace.ts";

test("README and tutorial, typed in a checkout with its own command line", { timeout: 600_000 }, async () => {
  const shell = openShell();
  try {
    // Some commands on the pages need a checkout of the repository.
    await shell.run(`cd '${root}'`);
    await shell.run('export PATH="$PWD/bin:$PATH"');
    await shell.run(`cd '${shell.home}/work'`);
    expect(await shell.run("command -v reeve")).toMatchObject({ output: expect.stringContaining(`${root}/bin/reeve`) });
    for (const page of readersWay().filter(({ path }) => ["README.md", "docs/tutorial.md"].includes(path))) {
      const { failures, ran } = await typePage(page, shell);
      expect(failures.join("\n\n")).toBe("");
      expect(ran).toBeGreaterThan(5);
    }
  } finally {
    await shell.close();
  }
});
