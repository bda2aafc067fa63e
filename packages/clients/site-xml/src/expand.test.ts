import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { expand, expanded, integer, readSite, SiteXmlError } from "./index.ts";

// Makes a reference. In the source, a literal reference would look like a placeholder of a template string.
const ref = (name: string): string => `\${${name}}`;

const values = new Map([
  ["base", "/data"],
  ["dir", `${ref("base")}/name`],
  ["ns", "hdfs"],
  ["nodes.hdfs", "nn1,nn2"],
  ["count", ref("other.count")],
  ["other.count", "20"],
  ["dollar", "$"],
]);

describe("references", () => {
  test.each([
    [`${ref("dir")}/x`, "/data/name/x"],
    [`${ref("base")}${ref("base")}`, "/data/data"],
    [ref(`nodes.${ref("ns")}`), "nn1,nn2"],
    ["no reference", "no reference"],
    [ref("unknown"), ref("unknown")],
    [ref(`nodes.${ref("unknown")}`), ref(`nodes.${ref("unknown")}`)],
    [`${ref("")} ${ref(" base")} $base {base} }`, `${ref("")} ${ref(" base")} $base {base} }`],
    [`\${x${ref("base")}`, `\${x/data`],
    // The first unknown reference ends the expansion, so the text after it stays as it is.
    [`${ref("base")} ${ref("unknown")} ${ref("base")}`, `/data ${ref("unknown")} ${ref("base")}`],
    // All blanks around a name are removed, not only spaces.
    [ref("\n\tbase\n"), "/data"],
    // A reference that exists only after another one has been replaced is expanded, too.
    [`${ref("dollar")}{base}`, "/data"],
  ])("%s becomes %s", (text, expected) => {
    expect(expand(values, text)).toBe(expected);
  });

  test("to the environment need one that is handed in", () => {
    const environment = { HOME: "/root", EMPTY: "" };
    const read = (expression: string) => expand(values, ref(`env.${expression}`), { environment });
    expect(expand(values, ref("env.HOME"))).toBe(ref("env.HOME"));
    expect(read("HOME")).toBe("/root");
    expect(read("EMPTY")).toBe("");
    expect(read("EMPTY:-x")).toBe("x");
    expect(read("EMPTY-x")).toBe("");
    expect(read("NONE-x-y")).toBe("x-y");
    expect(read("NONE:-")).toBe("");
    expect(read(`NONE:-${ref("base")}`)).toBe("/data");
    expect(read("toString")).toBe(ref("env.toString"));
  });

  test("are expanded in every value of the view, which typed reads take", () => {
    expect(expanded(values).get("dir")).toBe("/data/name");
    expect(expanded(values).get("none")).toBeUndefined();
    expect(integer(expanded(values), "count")).toBe(20);
  });
});

test("system properties win over properties, and what either says is expanded, too", () => {
  const options = { systemProperties: { base: "/system", more: ref("ns") }, environment: { NESTED: ref("base") } };
  expect(expand(values, `${ref("base")} ${ref("more")} ${ref("env.NESTED")}`, options)).toBe("/system hdfs /system");
  expect(expanded(values, options).get("dir")).toBe("/system/name");
});

describe("what has no end", () => {
  test("stays as it is where a value leads back to itself at once", () => {
    const self = new Map([
      ["self", `x${ref("self")}`],
      ["b", "b"],
    ]);
    expect(expand(self, `${ref("b")} ${ref("self")}`)).toBe(`${ref("b")} ${ref("self")}`);
    expect(expanded(self).get("self")).toBe(`x${ref("self")}`);
  });

  test("is refused with the twentieth substitution, whether it is a circle or only long", () => {
    const circle = new Map([
      ["a", ref("b")],
      ["b", `x${ref("c")}`],
      ["c", ref("a")],
    ]);
    const refused = "a has 20 or more references to expand: clients refuse so many.";
    expect(() => expanded(circle).get("a")).toThrow(refused);
    expect(() => expanded(circle).get("a")).toThrow(expect.objectContaining({ code: "too-many-references", property: "a" }));
    expect(expand(values, ref("base").repeat(19))).toBe("/data".repeat(19));
    expect(() => expand(values, ref("base").repeat(20))).toThrow("The text has 20 or more references to expand");
    const nested = "${".repeat(21) + "}".repeat(21);
    expect(expand(values, nested)).toBe(nested);
  });

  test("names its line", () => {
    const site = readSite(
      `<configuration>\n<property name="a" value="${ref("b").repeat(20)}"/><property name="b" value="1"/></configuration>`,
    );
    expect(() => expanded(site).get("a")).toThrow("Line 2: a has 20 or more references to expand");
    expect(() => expanded(site).get("a")).toThrow(expect.objectContaining({ line: 2, property: "a" }));
  });

  test("or grows and grows is refused, soon", () => {
    const laughs = new Map(Array.from({ length: 4 }, (_, index) => [`${index}`, `${"ha".repeat(200_000)}${ref(`${index + 1}`)}`]));
    expect(() => expanded(laughs).get("0")).toThrow(expect.objectContaining({ code: "too-large" }));
    expect(expanded(laughs, { size: 2e6 }).get("0")?.length).toBeGreaterThan(1.6e6);
  });
});

test("any text comes to an end: a string, or an error of ours", () => {
  const piece = fc.constantFrom("${", "}", "a", "b", "$", "{", " ", "env.", "-", ":-");
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));
  fc.assert(
    fc.property(text, text, text, (a, b, source) => {
      try {
        expect(
          typeof expand(
            new Map([
              ["a", a],
              ["b", b],
            ]),
            source,
            { environment: { a: "1" } },
          ),
        ).toBe("string");
      } catch (error) {
        expect(error).toBeInstanceOf(SiteXmlError);
      }
    }),
    { numRuns: 2000 },
  );
});

test("a text without references stays as it is", () => {
  fc.assert(
    fc.property(
      fc.string().filter((text) => !text.includes("${")),
      (text) => {
        expect(expand(values, text)).toBe(text);
      },
    ),
  );
});
