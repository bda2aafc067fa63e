import { pageText, plain } from "@reeve/terminal";
import { expect, test } from "vitest";
import { readTopics } from "../src/commands/help/index.ts";
import { makeHome, reeve } from "./command-line.ts";

const style = { ...plain, width: 60 };

test("each topic has a unique name, a title, and no markup of links or tables", () => {
  const topics = readTopics();
  expect(topics.length).toBeGreaterThan(30);
  expect(new Set(topics.map(({ name }) => name)).size).toBe(topics.length);
  for (const { title, text } of topics) {
    expect(title).not.toBe("");
    const shown = pageText(text, style);
    expect(shown).toContain(title.slice(0, 10));
    expect(shown).not.toMatch(/\]\(|^```|^\|[-| :]+\|$/m);
  }
});

test("a page is wrapped to the width, and its examples are unchanged", () => {
  const page =
    "# A page\n\nIt says [something](x.md) that is\nlong enough to be wrapped at sixty columns.\n\n- a point that\n  goes on\n\n```sh\nreeve up\n```\n";
  expect(pageText(page, style).split("\n")).toEqual([
    "A page",
    "",
    "It says something that is long enough to be wrapped at sixty",
    "columns.",
    "",
    "- a point that goes on",
    "",
    "    reeve up",
    "",
  ]);
});

test("a table of a page is in columns, and long cells are wrapped", () => {
  const page = "| state | what to do |\n|---|---|\n| `A\\|B` | [wait](x.md) until it is done, or look at the output of the node |\n";
  expect(pageText(page, { ...plain, width: 40 }).split("\n")).toEqual([
    "state  what to do",
    "`A|B`  wait until it is done, or look at",
    "       the output of the node",
    "",
  ]);
});

test("the pages are listed and shown, commands keep their help, and an unknown topic gets a suggestion", async () => {
  using home = makeHome();
  expect((await reeve(home, "help topics")).out).toContain("  add-a-broker ");
  expect((await reeve(home, "help not-found")).out).toMatch(/^not-found\n/);
  expect((await reeve(home, "help broker topics create")).out).toBe((await reeve(home, "broker topics create --help")).out);
  expect((await reeve(home, "help")).out).toBe((await reeve(home, "--help")).out);
  expect((await reeve(home, "help exit-codes")).err).toContain("See reeve help environment.");
  expect(await reeve(home, "help not-fuond")).toMatchObject({ code: 2, err: expect.stringContaining("not-found") });
});
