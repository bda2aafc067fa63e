import { expect, test } from "vitest";
import { readSite } from "./document.ts";

const site = readSite(`<configuration>
  <property><name>dfs.data.dir</name></property>
  <property><name>a</name><value>1</value></property>
  <property><name>dfs.datanode.data.dir</name><value>/one</value></property>
  <property><name>a</name><value>2 &amp; 3</value></property>
  <property><name>a</name><final>true</final></property>
  <property><name>a</name><value>4</value></property>
  <property><name>b</name></property>
</configuration>`);

test("settings are a map in every way, in the order in which values came up", () => {
  const { settings } = site;
  const expected = [
    ["a", expect.objectContaining({ value: "2 & 3", final: true, line: 5 })],
    ["dfs.datanode.data.dir", site.properties.at(2)],
  ];
  expect([...settings]).toEqual(expected);
  expect([...settings.entries()]).toEqual(expected);
  expect([...settings.keys()]).toEqual(expected.map(([key]) => key));
  expect([...settings.values()]).toEqual(expected.map(([, property]) => property));
  expect(settings.size).toBe(2);
  expect(["a", "b", "dfs.data.dir", "c"].map((key) => settings.has(key))).toEqual([true, false, false, false]);
  expect(settings.get("dfs.data.dir")).toBeUndefined();
  const seen: unknown[] = [];
  settings.forEach(function (this: unknown, property, key, map) {
    seen.push([key, property, map === settings, this]);
  }, site);
  expect(seen).toEqual(expected.map((each) => [...each, true, site]));
});

test("properties are a list, counted from either end", () => {
  const names = [...site.properties].map(({ name }) => name);
  expect(names).toEqual(["dfs.data.dir", "a", "dfs.datanode.data.dir", "a", "a", "a", "b"]);
  expect(site.properties.length).toBe(7);
  expect([0, 6, -7, -1, 2.9].map((index) => site.properties.at(index)?.line)).toEqual([2, 8, 2, 8, 4]);
  expect([7, -8, Number.POSITIVE_INFINITY].map((index) => site.properties.at(index))).toEqual([undefined, undefined, undefined]);
});

test("a property says the same however it is written", () => {
  const texts = ["a", "a&amp;b", "&lt;", "&#97;", "a\tb", " a ", "\"'&quot;'"];
  const elements = texts.map((said) => `<name>${said}</name><value>${said}</value><description>${said}</description><tag>${said}</tag>`);
  const attributes = texts.map((said) => said.replaceAll('"', "&quot;").replaceAll("\t", "&#9;"));
  const written = readSite(`<configuration>${elements.map((each) => `<property>${each}</property>`).join("")}</configuration>`);
  const inTags = readSite(
    `<configuration>${attributes.map((said) => `<property name="${said}" value="${said}" description="${said}" tag="${said}"/>`).join("")}</configuration>`,
  );
  for (const [index, said] of ["a", "a&b", "<", "a", "a\tb", " a ", "\"'\"'"].entries()) {
    const expected = { value: said, description: said, tag: said };
    expect(written.properties.at(index)).toMatchObject({ ...expected, name: said.trim() });
    expect(inTags.properties.at(index)).toMatchObject({ ...expected, name: said });
  }
});
