import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { expand, expanded, integer, SiteXmlError } from "./index.ts";

// References are what this file is about.
const ref = (name: string): string => `\${${name}}`;

const values = new Map([
  ["base", "/data"],
  ["dir", `${ref("base")}/name`],
  ["ns", "hdfs"],
  ["nodes.hdfs", "nn1,nn2"],
  ["count", ref("other.count")],
  ["other.count", "20"],
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

describe("what has no end", () => {
  test("is refused with the way around", () => {
    const circle = new Map([
      ["a", ref("b")],
      ["b", `x${ref("c")}`],
      ["c", ref("a")],
    ]);
    expect(() => expanded(circle).get("a")).toThrow("a leads back to itself (a -> b -> c -> a).");
    expect(() => expand(circle, ref("c"))).toThrow(
      expect.objectContaining({ code: "circular-reference", property: "c" }),
    );
    expect(() => expand(new Map([["self", ref("self")]]), ref("self"))).toThrow(
      "self leads back to itself (self -> self).",
    );
  });

  test("or leads on and on is refused", () => {
    const chain = new Map(Array.from({ length: 100 }, (_, index) => [`${index}`, ref(`${index + 1}`)]));
    expect(expanded(chain).get("79")).toBe(ref("100"));
    expect(() => expanded(chain).get("0")).toThrow(expect.objectContaining({ code: "too-deep" }));
    expect(expanded(chain, { depth: 200 }).get("0")).toBe(ref("100"));
    expect(() => expand(values, "${".repeat(1000))).toThrow("The text has more than 20 references inside each other.");
  });

  test("or grows and grows is refused, soon", () => {
    const laughs = new Map(Array.from({ length: 20 }, (_, index) => [`${index}`, ref(`${index + 1}`).repeat(10)]));
    laughs.set("20", "ha");
    expect(() => expanded(laughs).get("0")).toThrow(expect.objectContaining({ code: "too-large" }));
    expect(expanded(laughs).get("17")).toBe("ha".repeat(1000));
    laughs.set("20", "");
    expect(expanded(laughs).get("0")).toBe("");
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
