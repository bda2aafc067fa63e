import { mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { enginesFolder } from "@reeve/java-software";
import { missingForKafka, titled } from "@reeve/tests/kafka";
import { expect, inject, test } from "vitest";
import { typePage } from "../../../scripts/documents/commands.ts";
import { readersWay } from "../../../scripts/documents/pages.ts";
import { openShell } from "../../../scripts/documents/shell.ts";
import { root } from "../../../scripts/workspace.ts";

const missing = await missingForKafka();
const pages = readersWay().filter(({ blocks }) => blocks.some(({ notes }) => /\bneeds=java\b/.test(notes)));

test.skipIf(missing !== undefined).each(pages.map((page) => [page.path, page] as const))(
  titled("%s, typed with real engines", missing),
  { timeout: 600_000 },
  async (_, page) => {
    const shell = openShell(inject("program"));
    try {
      // What the page tells its reader to fetch is here already.
      linkInto(join(shell.home, ".cache/reeve/engines"), enginesFolder(process.env, process.platform));
      linkInto(join(shell.home, "work/node_modules"), join(import.meta.dirname, "../node_modules"));
      const { failures, ran } = await typePage(page, shell, { java: true });
      expect(failures.join("\n\n")).toBe("");
      expect(ran).toBeGreaterThan(0);
    } finally {
      await shell.close();
    }
  },
);

test("README and tutorial, typed in a checkout with its own command line", { timeout: 600_000 }, async () => {
  const shell = openShell();
  try {
    // What the pages say to type in a checkout.
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

function linkInto(path: string, target: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
}
