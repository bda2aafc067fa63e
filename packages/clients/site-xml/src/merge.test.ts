import { expect, test } from "vitest";
import { createSite, mergeInto, mergeSites, readSite } from "./index.ts";

test("later documents win, in the order in which names come up", () => {
  const { site, refused } = mergeSites([
    createSite([
      { name: "a", value: "1" },
      { name: "b", value: "1" },
    ]),
    createSite([
      { name: "c", value: "2" },
      { name: "a", value: "2", description: "newer" },
    ]),
  ]);
  expect([...site.properties].map(({ name, value, description }) => [name, value, description])).toEqual([
    ["a", "2", "newer"],
    ["b", "1", undefined],
    ["c", "2", undefined],
  ]);
  expect(refused).toEqual([]);
});

test("an earlier final keeps later values out, and tells which", () => {
  const defaults = readSite("<configuration>\n<property name='a' value='1' final='true'/>\n</configuration>");
  const site = readSite("<configuration>\n\n<property name='a' value='2'/>\n</configuration>");
  const merge = mergeSites([createSite([]), defaults, site]);
  expect(merge.site.get("a")).toBe("1");
  expect(merge.site.settings.get("a")?.final).toBe(true);
  expect(merge.refused).toEqual([{ name: "a", value: "2", document: 2, line: 3, finalDocument: 1, finalLine: 2 }]);
});

test("a property without a value sets nothing, but its final counts", () => {
  const first = createSite([
    { name: "a", value: "1" },
    { name: "b", final: true },
  ]);
  const second = createSite([{ name: "a", final: true }]);
  const third = createSite([
    { name: "a", value: "3" },
    { name: "b", value: "3" },
  ]);
  const { site, refused } = mergeSites([first, second, third]);
  expect([...site.properties].map(({ name, value, final }) => [name, value, final])).toEqual([
    ["a", "1", true],
    ["b", undefined, true],
  ]);
  expect(refused.map(({ name }) => name)).toEqual(["a", "b"]);
});

test("what is merged into a document leaves its comments, unless a final has to be added", () => {
  const site = readSite("<configuration>\n  <!-- kept -->\n  <property name='a' value='1'/>\n</configuration>\n");
  const other = createSite([
    { name: "a", value: "2" },
    { name: "b", value: "3" },
  ]);
  expect(mergeInto(site, [other]).site.text).toBe(
    site.text.replace("'1'", '"2"').replace("\n</", "\n  <property>\n    <name>b</name>\n    <value>3</value>\n  </property>\n</"),
  );
  const final = mergeInto(site, [createSite([{ name: "a", value: "2", final: true }])]);
  expect(final.site.text).not.toContain("kept");
  expect(final.site.settings.get("a")).toMatchObject({ value: "2", final: true });
});
