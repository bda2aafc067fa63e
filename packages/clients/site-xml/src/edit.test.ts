import { describe, expect, test } from "vitest";
import { editSite, readSite, removeProperty, SiteXmlError, setProperty } from "./index.ts";

const document = `<?xml version="1.0"?>
<!-- Licensed to nobody -->
<configuration>

  <!-- how often -->
  <property>
    <name>dfs.replication</name>
    <value>3</value> <!-- was 2 -->
    <final>true</final>
  </property>
  <property name="a" value='x &lt; "y"'/>
</configuration>
`;

describe("setting a value", () => {
  test("replaces what stands in its element", () => {
    const edited = setProperty(readSite(document), "dfs.replication", "a & b");
    expect(edited.text).toBe(document.replace("<value>3</value>", "<value>a &amp; b</value>"));
  });

  test("replaces the attribute where the value is one", () => {
    const edited = setProperty(readSite(document), "a", 'tab\t"quoted"');
    expect(edited.text).toBe(document.replace(`'x &lt; "y"'`, '"tab&#9;&quot;quoted&quot;"'));
  });

  test("adds a new property at the end, laid out like the one before it", () => {
    const source =
      "<configuration>\r\n\t<property>\r\n\t\t<name>a</name>\r\n\t\t<value>1</value>\r\n\t</property>\r\n\t<!-- end -->\r\n</configuration>";
    const added = "<!-- end -->\r\n\t<property>\r\n\t\t<name>b</name>\r\n\t\t<value>2</value>\r\n\t</property>";
    expect(setProperty(readSite(source), "b", "2").text).toBe(source.replace("<!-- end -->", added));
  });

  test.each([
    ["<configuration/>", "<configuration>\n  <property>\n    <name>a</name>\n    <value>1</value>\n  </property>\n</configuration>"],
    ["<configuration />", "<configuration>\n  <property>\n    <name>a</name>\n    <value>1</value>\n  </property>\n</configuration>"],
    [
      "<configuration></configuration >",
      "<configuration>\n  <property>\n    <name>a</name>\n    <value>1</value>\n  </property>\n</configuration >",
    ],
    [
      "<configuration><property><name>b</name></property></configuration>",
      "<configuration><property><name>b</name></property><property><name>a</name><value>1</value></property>\n</configuration>",
    ],
    ["<configuration><property name='a'/></configuration>", "<configuration><property name='a' value=\"1\"/></configuration>"],
    [
      "<configuration><property> <name>a</name></property></configuration>",
      "<configuration><property> <name>a</name> <value>1</value></property></configuration>",
    ],
    [
      "<configuration><property><name>a</name><value x='/>' /></property></configuration>",
      "<configuration><property><name>a</name><value x='/>'>1</value></property></configuration>",
    ],
    [
      "<configuration><property><name>a</name><value x='>'>0</value ></property></configuration>",
      "<configuration><property><name>a</name><value x='>'>1</value ></property></configuration>",
    ],
    [
      "<configuration><property><name>a</name><value>0</value><value>0</value></property></configuration>",
      "<configuration><property><name>a</name><value>0</value><value>1</value></property></configuration>",
    ],
    [
      "<configuration/><!-- </configuration> -->",
      "<configuration>\n  <property>\n    <name>a</name>\n    <value>1</value>\n  </property>\n</configuration><!-- </configuration> -->",
    ],
  ])("knows every form: %s", (before, after) => {
    const edited = setProperty(readSite(before), "a", "1");
    expect(edited.text).toBe(after);
    expect(edited.get("a")).toBe("1");
  });

  test("touches the property that counts: the last one, or the final one", () => {
    const last = "<configuration><property name='a' value='1'/><property name='a' value='2'/></configuration>";
    expect(setProperty(readSite(last), "a", "3").text).toBe(last.replace("'2'", '"3"'));
    const final = "<configuration><property name='a' value='1' final='true'/><property name='a' value='2'/></configuration>";
    expect(setProperty(readSite(final), "a", "3").text).toBe(final.replace("'1'", '"3"'));
  });

  test("does nothing where the value is there already", () => {
    const site = readSite(document);
    expect(setProperty(site, "dfs.replication", "3")).toBe(site);
  });

  test("writes references in a document that says it is ASCII", () => {
    const source = '<?xml version="1.0" encoding="US-ASCII"?><configuration><property name="a" value="1"/></configuration>';
    const edited = setProperty(readSite(source), "a", "é𝒳");
    expect(edited.text).toContain('value="&#233;&#119987;"');
    expect(edited.get("a")).toBe("é𝒳");
  });

  test("refuses what XML cannot hold, by the name of the property", () => {
    const site = readSite(document);
    expect(() => setProperty(site, "a", "bell\u0007")).toThrow("The value of a holds U+0007, which XML cannot contain.");
    expect(() => setProperty(site, "b", "half \ud800")).toThrow(SiteXmlError);
    expect(() => setProperty(site, "", "x")).toThrow("A property needs a name.");
  });
});

test("an edit that makes a document too large is refused like any such document", () => {
  const site = readSite("<configuration/>", { limits: { size: 100 } });
  expect(() => setProperty(site, "a", "x".repeat(100))).toThrow(expect.objectContaining({ code: "too-large" }));
});

describe("removing", () => {
  test("takes the whole line, and leaves comments alone", () => {
    const edited = removeProperty(readSite(document), "a");
    expect(edited.text).toBe(document.replace(`  <property name="a" value='x &lt; "y"'/>\n`, ""));
  });

  test("takes every element of the name, even those that do not count", () => {
    const source = "<configuration>\n<property name='a'/>\n<property name='a' value='1'/><!-- here -->\n</configuration>";
    expect(removeProperty(readSite(source), "a").text).toBe("<configuration>\n<!-- here -->\n</configuration>");
  });

  test("does nothing where the name is not there", () => {
    const site = readSite(document);
    expect(removeProperty(site, "b")).toBe(site);
  });
});

test("several edits are made at once, the last one to a name counting", () => {
  const edited = editSite(readSite(document), [
    ["a", "1"],
    ["dfs.replication", undefined],
    ["b", "2"],
    ["a", "3"],
  ]);
  expect([...edited.settings.keys()].map((name) => [name, edited.get(name)])).toEqual([
    ["a", "3"],
    ["b", "2"],
  ]);
});
