import { expect, test } from "vitest";
import { readSite } from "./read.ts";

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
    ["dfs.datanode.data.dir", site.properties[2]],
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

test("properties and settings are the same objects each time", () => {
  expect(site.properties).toBe(site.properties);
  expect(site.settings.get("dfs.datanode.data.dir")).toBe(site.properties[2]);
});
