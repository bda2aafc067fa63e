import { mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { enginesFolder } from "@reeve/java-software";
import { missingForFileSystem } from "@reeve/tests/hdfs";
import { missingForKafka, titled } from "@reeve/tests/kafka";
import { expect, inject, test } from "vitest";
// @boundaries-ignore: a tool of the repository, which is no package
import { typePage } from "../../../scripts/documents/commands.ts";
// @boundaries-ignore: a tool of the repository, which is no package
import { type Page, readersWay } from "../../../scripts/documents/pages.ts";
// @boundaries-ignore: a tool of the repository, which is no package
import { openShell } from "../../../scripts/documents/shell.ts";

const missing = (await missingForKafka()) ?? (await missingForFileSystem());

/** Types the commands of the pages that need Java. Each page has its own home folder. */
export function typeWithEngines(isWanted: (page: Page) => boolean): void {
  const pages = readersWay().filter(({ blocks }) => blocks.some(({ notes }) => /\bneeds=java\b/.test(notes)));
  test.skipIf(missing !== undefined).each(pages.filter(isWanted).map((page) => [page.path, page] as const))(
    titled("%s, typed with real engines", missing),
    { timeout: 1_200_000 },
    async (_, page) => {
      const shell = openShell(inject("program"));
      try {
        // Links the software and the drivers on this machine into the home folder, so that the page does not download them.
        linkInto(join(shell.home, ".cache/reeve/engines"), enginesFolder(process.env, process.platform));
        linkInto(join(shell.home, "work/node_modules"), join(import.meta.dirname, "../../../bench/node_modules"));
        const { failures, ran } = await typePage(page, shell, { java: true });
        expect(failures.join("\n\n")).toBe("");
        expect(ran).toBeGreaterThan(0);
      } finally {
        await shell.close();
      }
    },
  );
}

function linkInto(path: string, target: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
}
