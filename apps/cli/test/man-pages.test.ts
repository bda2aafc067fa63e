import { manPage, manuals } from "@reeve/commands";
import { expect, test } from "vitest";
import manifest from "../package.json" with { type: "json" };
import { program } from "../src/program.ts";

test("the program and each service have a man page, made from their help", async () => {
  const all = await manuals(program);
  expect(all.map(({ name }) => `./dist/man/${name}.1`).sort()).toEqual([...manifest.man].sort());
  for (const manual of all) {
    const page = manPage(manual, all);
    for (const { name } of manual.commands) expect(page).toContain(`.SS "${name.replaceAll("-", "\\-")}"`);
    // A dot or an apostrophe at the start of a line begins a macro, so text may not begin with one.
    const macros = /^(?:\.(?:TH|SH|SS|TP|PP|B|I|BR|nf|fi)\b|[^.'])/;
    expect(page.split("\n").filter((line) => line !== "" && !macros.test(line))).toEqual([]);
  }
});
