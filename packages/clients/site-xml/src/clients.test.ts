// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references of site documents look like placeholders.
import { describe, expect, test } from "vitest";
import {
  compareSites,
  createSite,
  DEPRECATED_KEYS,
  expanded,
  mergeSites,
  readSite,
  removeProperty,
  type SiteDocument,
  setProperty,
} from "./index.ts";

/**
 * These expectations were observed with Hadoop's own configuration class. If Java and Maven are available, another test compares them with
 * that class again.
 */
const inRoot = (content: string): SiteDocument => readSite(`<configuration xmlns:x="urn:x">${content}</configuration>`);
const inProperty = (content: string): SiteDocument => inRoot(`<property>${content}</property>`);
const data = (site: SiteDocument): object => Object.fromEntries([...site.settings].map(([name, { value }]) => [name, value]));
const codes = (site: SiteDocument): readonly string[] => site.problems.map(({ code }) => code);

describe("an empty value", () => {
  const empty = "<property><name>a</name><value></value></property>";

  test("in an element sets nothing, in an attribute an empty text, and problems tell the two apart", () => {
    expect(inRoot(empty).get("a")).toBeUndefined();
    expect(codes(inRoot(empty))).toEqual(["empty-value"]);
    expect(inRoot('<property name="a" value=""/>').get("a")).toBe("");
    expect(codes(inRoot('<property name="a" value=""/>'))).toEqual(["empty-text"]);
    expect(codes(inProperty("<name>a</name>"))).toEqual(["no-value"]);
  });

  test("in an element leaves an earlier value, and a reference to it", () => {
    expect(inRoot(`<property name="a" value="1"/>${empty}`).get("a")).toBe("1");
    const first = createSite([{ name: "a", value: "1" }]);
    expect(mergeSites([first, inRoot(empty)]).site.get("a")).toBe("1");
    const referring = inRoot(`${empty}<property name="b" value="\${a}"/><property name="c" value=""/><property name="d" value="\${c}"/>`);
    expect(expanded(referring).get("b")).toBe("${a}");
    expect(expanded(referring).get("d")).toBe("");
  });

  test("is written as an attribute", () => {
    const created = createSite([{ name: "a", value: "" }]);
    expect(created.text).toContain('<property value="">\n    <name>a</name>');
    expect(created.get("a")).toBe("");
    const edited = setProperty(createSite([{ name: "a", value: "x" }]), "a", "");
    expect(edited.get("a")).toBe("");
    expect(edited.text).toContain('<property value="">');
    expect(setProperty(edited, "a", "x").text).toBe(createSite([{ name: "a", value: "x" }]).text);
    expect(mergeSites([edited]).site.get("a")).toBe("");
  });
});

describe("what is not of the format is read as clients read it", () => {
  test.each<[string, string, object, readonly string[]]>([
    ["inside any element", "<foo><property><name>a</name><value>1</value></property></foo>", { a: "1" }, ["unknown-element"]],
    ["inside an element in a property", "<property><foo><name>a</name><value>1</value></foo></property>", { a: "1" }, ["unknown-element"]],
    ["in any namespace", "<x:property><x:name>a</x:name><value>1</value></x:property>", { a: "1" }, ["other-namespace", "other-namespace"]],
    ["by attributes of any namespace", "<property xml:name='b' x:value='1'/>", { b: "1" }, ["other-namespace", "other-namespace"]],
    ["without declarations of namespaces", "<property name='a' value='1' xmlns:name='b'/>", { a: "1" }, []],
    [
      "leaving what was there where it is empty",
      "<property name='a' value='1'><name/><value></value></property>",
      { a: "1" },
      ["repeated-element", "repeated-element"],
    ],
    [
      "beginning a text anew with a field inside",
      "<property><name>a</name><value>x<source>s</source>y</value></property>",
      { a: "sy" },
      ["nested-field"],
    ],
    [
      "forgetting the outer property",
      "<property><name>a</name><value>1</value><property><name>b</name><value>2</value></property></property>",
      { b: "2" },
      ["nested-property", "duplicate"],
    ],
    [
      "up to a fallback outside an include",
      "<property name='a' value='1'/><fallback/><property name='b' value='2'/>",
      { a: "1" },
      ["stray-fallback"],
    ],
    [
      "again after the next include",
      "<fallback/><property name='b' value='2'/><include/><property name='a' value='1'/>",
      { a: "1" },
      ["stray-fallback", "include"],
    ],
    ["through an include without href", "<include><property name='a' value='1'/></include>", { a: "1" }, ["include"]],
  ])("%s", (_, content, settings, problems) => {
    const site = inRoot(content);
    expect(data(site)).toEqual(settings);
    expect(codes(site)).toEqual(problems);
  });

  test("with the descriptions of properties inside a description", () => {
    const site = inProperty("<description>a<property name='b' value='2'><description>c</description></property>d</description>");
    expect(site.properties.map(({ name, description }) => [name, description])).toEqual([
      ["b", "c"],
      ["b", "acd"],
    ]);
  });

  test("with the root in a namespace", () => {
    const site = readSite("<x:configuration xmlns:x='urn:x'><property name='a' value='1'/></x:configuration>");
    expect([site.get("a"), codes(site)]).toEqual(["1", ["other-namespace"]]);
    expect(setProperty(readSite("<x:configuration xmlns:x='urn:x'/>"), "a", "1").get("a")).toBe("1");
  });
});

describe("an edit of such a document keeps what clients see of the rest", () => {
  test.each<[string, string, object, object]>([
    [
      "a property in another element",
      "<foo><property name='a' value='1'/></foo><property name='b' value='2'/>",
      { a: "new", b: "2" },
      { b: "2" },
    ],
    ["a value that holds a final", "<property><name>a</name><value>1<final>true</final></value></property>", { a: "new" }, {}],
    [
      "a property that holds another",
      "<property><name>c</name><property name='b' value='2'/><name>a</name><value>1</value></property>",
      { a: "new", b: "2" },
      { b: "2" },
    ],
    ["a property after which nothing is read", "<property name='b' value='2'/><fallback/>", { a: "new", b: "2" }, { b: "2" }],
    [
      "a property that holds the fallback",
      "<property name='a' value='1'/><property name='b' value='2'><include><fallback/></include></property>",
      { a: "new", b: "2" },
      { b: "2" },
    ],
  ])("%s", (_, content, whenSet, whenRemoved) => {
    const site = inRoot(content);
    expect(data(setProperty(site, "a", "new"))).toEqual(whenSet);
    expect(setProperty(site, "a", "new").settings.get("a")?.final).toBe(site.settings.get("a")?.final ?? false);
    expect(data(removeProperty(site, "a"))).toEqual(whenRemoved);
  });

  test("or says that it has to be made by hand", () => {
    const site = inRoot("<property><value>1<final>true</final></value><name>a</name></property>");
    expect(() => setProperty(site, "a", "")).toThrow(
      "Line 1: a cannot be changed without changing what clients read elsewhere; edit the document by hand.",
    );
  });
});

describe("clients refuse the whole file", () => {
  test.each<[string, string]>([
    ["a prefix that is not declared", "<property><u:name>a</u:name></property>"],
    ["a prefix of an attribute that is not declared", "<property u:name='a'/>"],
    ["a prefix bound to nothing", "<a xmlns:y=''/>"],
    ["a prefix that is xmlns", "<xmlns:a/>"],
    ["another namespace for xml", "<a xmlns:xml='urn:a'/>"],
    ["another prefix for the namespace of xml", "<a xmlns:y='http://www.w3.org/XML/1998/namespace'/>"],
    ["one attribute by two prefixes", "<property xmlns:y='urn:x' x:name='a' y:name='b'/>"],
    ["a name that begins with a colon", "<:x/>"],
    ["a name with two colons", "<a:b:c/>"],
    ["an instruction whose name holds a colon", "<?a:b c?>"],
    ["a name of the fifth edition", "<\u3001/>"],
    ["another one", "<\u0220/>"],
    ["an attribute of the fifth edition", "<a \u0220='1'/>"],
    ["an instruction of the fifth edition", "<?\u0220 a?>"],
  ])("for %s", (_, content) => {
    const site = readSite(`<configuration xmlns:x="urn:x">\n  ${content}</configuration>`);
    const [error, ...more] = site.problems.filter(({ severity }) => severity === "error");
    expect(error).toMatchObject({ code: "client-refuses", line: 2 });
    expect(error?.column).toBeGreaterThan(2);
    expect(error?.message).toMatch(/^Clients refuse the whole file, because /);
    expect(more).toEqual([]);
  });

  test("but not for what is declared, and no longer than that", () => {
    const site = readSite("<configuration><a xmlns:y='urn:y'><y:b y:c='1' xml:lang='en'/></a><y:b/></configuration>");
    expect(site.problems.filter(({ severity }) => severity === "error").map(({ column }) => column)).toEqual([68]);
  });
});

describe("a deprecated name and the one that replaced it are one", () => {
  const old = "fs.default.name";
  const fresh = "fs.defaultFS";

  test("for what counts, and it is reported", () => {
    const site = inRoot(`<property name="${fresh}" value="1" final="true"/><property name="${old}" value="2"/>`);
    expect([site.get(old), site.get(fresh), site.settings.has(old)]).toEqual(["1", "1", false]);
    expect(codes(site)).toEqual(["deprecated", "overrides-final"]);
    const referring = createSite([
      { name: fresh, value: "1" },
      { name: "a", value: `\${${old}}` },
    ]);
    expect(expanded(referring).get("a")).toBe("1");
  });

  test("for comparing, merging and editing", () => {
    const [before, after] = [createSite([{ name: old, value: "1" }]), createSite([{ name: fresh, value: "1" }])];
    expect(compareSites(before, after).same).toBe(true);
    const final = createSite([{ name: fresh, value: "1", final: true }]);
    const { site, refused } = mergeSites([final, createSite([{ name: old, value: "2" }])]);
    expect(data(site)).toEqual({ [fresh]: "1" });
    expect(refused.map(({ name }) => name)).toEqual([old]);
    expect(data(setProperty(before, fresh, "2"))).toEqual({ [fresh]: "2" });
    expect(setProperty(before, fresh, "2").properties).toHaveLength(1);
    expect(removeProperty(before, fresh).properties).toHaveLength(0);
  });

  test("by the table of the file system's release", () => {
    expect(DEPRECATED_KEYS.get("dfs.umaskmode")).toBe("fs.permissions.umask-mode");
    expect(DEPRECATED_KEYS.size).toBe(50);
  });
});

test("a property is final where a later one without a value says so", () => {
  const site = inRoot('<property name="a" value="1"/><property name="a" final="true"/>');
  expect(site.settings.get("a")).toMatchObject({ value: "1", final: true });
  expect(compareSites(createSite([{ name: "a", value: "1" }]), site).changed).toHaveLength(1);
});
