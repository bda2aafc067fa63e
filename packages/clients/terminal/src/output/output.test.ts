import { isReeveError } from "@reeve/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { anyCharacter } from "../../test/any-character.ts";
import { colours, plain, type Style } from "../text/style.ts";
import { displayWidth } from "../text/width.ts";
import { indentedJson, jsonElements, jsonLine, namesIn, wireJson, yaml } from "./formats.ts";
import { picture } from "./picture.ts";
import { compileQuery } from "./query.ts";
import { type Column, table } from "./table.ts";

interface Topic {
  readonly name: string;
  readonly partitions: number;
  readonly inSync?: number;
}

const columns: readonly Column<Topic>[] = [
  { head: "NAME", cell: ({ name }) => name },
  { head: "PARTITIONS", cell: ({ partitions }) => partitions },
  { head: "IN SYNC (min)", cell: ({ inSync }) => inSync },
];

const topics: readonly Topic[] = [
  { name: "orders", partitions: 3, inSync: 2 },
  { name: "payments", partitions: 12 },
];

const narrow: Style = { ...plain, width: 80 };

describe("a table", () => {
  test("has heads, no borders, numbers on the right, nothing behind a line", () => {
    expect(table(topics, columns, plain)).toEqual([
      "NAME      PARTITIONS  IN SYNC (min)",
      "orders             3              2",
      "payments          12              -",
    ]);
  });

  test("takes from its widest column first", () => {
    const long = [{ name: "a-topic-with-a-name-that-is-longer-than-all-of-the-others", partitions: 3, inSync: 2 }];
    expect(table(long, columns, { ...plain, width: 60 })).toEqual([
      "NAME                               PARTITIONS  IN SYNC (min)",
      "a-topic-with-a-name-that-is-long…           3              2",
    ]);
    expect(table(long, columns, { ...plain, width: 60, unicode: false })[1]).toBe(
      "a-topic-with-a-name-that-is-lo...           3              2",
    );
  });

  test("has one field per line if it does not fit into less than 60 columns", () => {
    const long = [{ name: "a-topic-with-a-name-that-is-longer-than-all-others", partitions: 3, inSync: 2 }, ...topics];
    expect(table(long, columns, { ...plain, width: 40 }).slice(0, 7)).toEqual([
      "NAME           a-topic-with-a-name-that-",
      "               is-longer-than-all-others",
      "PARTITIONS     3",
      "IN SYNC (min)  2",
      "",
      "NAME           orders",
      "PARTITIONS     3",
    ]);
    expect(table(topics, columns, { ...plain, width: 40 })).toHaveLength(topics.length + 1);
  });

  test("shows a hostile name harmless, on its own line", () => {
    const [, row] = table([{ name: "x\u001b[31m\ny", partitions: 1 }], columns, plain);
    expect(row).toBe("x\\x1b[31m\\ny           1              -");
  });

  test("has colour only in its heads", () => {
    expect(table(topics, columns, { ...plain, paint: colours })[0]).toBe("\u001b[1mNAME      PARTITIONS  IN SYNC (min)\u001b[22m");
  });

  test("without rows is its heads", () => {
    expect(table([], columns, plain)).toEqual(["NAME  PARTITIONS  IN SYNC (min)"]);
  });

  test("is never wider than it may be", () => {
    const row = fc.array(fc.oneof(fc.string({ unit: anyCharacter }), fc.integer(), fc.constant("漢字".repeat(20))), {
      minLength: 12,
      maxLength: 12,
    });
    const wide = fc.integer({ min: 1, max: 12 }).map((count) =>
      Array.from({ length: count }, (_, index) => ({
        head: `COLUMN ${index}`,
        cell: (cells: (string | number)[]) => cells[index],
      })),
    );
    fc.assert(
      fc.property(fc.array(row, { maxLength: 5 }), wide, fc.integer({ min: 10, max: 120 }), (rows, some, width) => {
        const lines = table(rows, some, { ...plain, width });
        for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width);
        // A narrower terminal may have one field per line.
        if (width >= 60) expect(lines).toHaveLength(rows.length + 1);
      }),
    );
  });
});

describe("pictures", () => {
  test.each([
    ["names", ["orders", "pay\u0007ments"], ["orders", "pay\\x07ments"]],
    ["text", "Created\ttopic\nwell", ["Created  topic", "well"]],
    ["one thing", { dns: ["a:1", "b:2"], vip: "c:3", port: 9092, none: null }, ["dns   a:1 b:2", "vip   c:3", "port  9092", "none  -"]],
    ["things of one kind", [{ id: "a", n: 1 }, { id: "b" }], ["id  n", "a   1", "b   -"]],
  ])("%s", (_, value, lines) => {
    expect(picture(value, plain)).toEqual(lines);
  });

  test("what is nested deeper has none", () => {
    expect(picture({ phases: [{ steps: [] }] }, plain)).toBeUndefined();
    expect(picture([{ a: { b: 1 } }], plain)).toBeUndefined();
  });

  test("stay within the screen", () => {
    const lines = picture({ message: "x ".repeat(200) }, narrow) ?? [];
    for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(80);
  });
});

describe("the wire form", () => {
  test.each([
    ["JSON as it came", { body: { a: 1 }, text: ' {"a": 12345678901234567890, "a":1.10}\n' }, '{"a": 12345678901234567890, "a":1.10}'],
    ["a byte order mark is no part of it", { body: [], text: "\ufeff[]" }, "[]"],
    ["text as a string", { body: "Received cmd: \u001b", text: "…" }, '"Received cmd: \\u001b"'],
    ["nothing as null", { body: null, text: "" }, "null"],
    ["harm as escapes", { body: [""], text: '["\u009b2J\u202e\u{e0041}"]' }, '["\\u009b2J\\u202e\\udb40\\udc41"]'],
  ])("%s", (_, answer, expected) => {
    expect(wireJson(answer)).toBe(expected);
    JSON.parse(wireJson(answer));
  });

  test("indented it is what JSON.stringify would make of it, and no digit is lost", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(indentedJson(JSON.stringify(value)))).toEqual(JSON.parse(JSON.stringify(value)));
        expect(indentedJson(jsonLine(value))).toBe(
          JSON.stringify(JSON.parse(jsonLine(value)), null, 2).replace(/[\u007f-\u009f\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (c) =>
            c
              .split("")
              .map((u) => `\\u${u.charCodeAt(0).toString(16).padStart(4, "0")}`)
              .join(""),
          ),
        );
      }),
    );
    expect(indentedJson('{"a":[12345678901234567890,{}],"b":[]}')).toBe(
      '{\n  "a": [\n    12345678901234567890,\n    {}\n  ],\n  "b": []\n}',
    );
  });

  test("a line each for the elements of a list", () => {
    expect(jsonElements('[ {"a": [1, 2]}, "x,y]", 12345678901234567890, [] ]')).toEqual([
      '{"a":[1,2]}',
      '"x,y]"',
      "12345678901234567890",
      "[]",
    ]);
    expect(jsonElements("[]")).toEqual([]);
    expect(jsonElements('{"a": 1}')).toEqual(['{"a":1}']);
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), (list) => {
        expect(jsonElements(JSON.stringify(list)).map((each) => JSON.parse(each))).toEqual(JSON.parse(JSON.stringify(list)));
      }),
    );
  });
});

describe("YAML", () => {
  test("reads well", () => {
    const value = {
      name: "broker-0",
      tasks: [{ id: "a b", ports: [9092, 9093] }, "yes"],
      empty: {},
      none: null,
      at: "2026-11-20",
    };
    expect(yaml(value)).toEqual([
      "name: broker-0",
      "tasks:",
      "- id: a b",
      "  ports:",
      "  - 9092",
      "  - 9093",
      '- "yes"',
      "empty: {}",
      "none: null",
      'at: "2026-11-20"',
    ]);
  });

  test.each(["1.2", "1.1"] as const)("reads back as what was written, by YAML %s", (version) => {
    const texts = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.constantFrom(
        "y",
        "No",
        "~",
        "1e3",
        "0x1f",
        "- a",
        "a: b",
        "a #b",
        " a",
        "a ",
        "*x",
        "&x",
        "<<",
        "=",
        "",
        "\u202e",
        "\u0085",
        "/tmp/x",
        "null",
      ),
    );
    const values = fc.letrec((tie) => ({
      any: fc.oneof({ depthSize: "small" }, texts, fc.integer(), fc.boolean(), fc.constant(null), tie("list"), tie("map")),
      list: fc.array(tie("any")),
      map: fc.dictionary(texts, tie("any")),
    }));
    fc.assert(
      fc.property(values.any, (value) => {
        const plainValue: unknown = JSON.parse(JSON.stringify(value));
        expect(parse(yaml(plainValue).join("\n"), { version, merge: true })).toEqual(plainValue);
      }),
      { numRuns: 500 },
    );
  });
});

test.each([
  [
    ["orders", "payments"],
    ["orders", "payments"],
  ],
  [{ brokers: ["0", "1"] }, ["0", "1"]],
  [
    [{ name: "deploy" }, { id: 7 }],
    ["deploy", "7"],
  ],
  [
    [{ "0": { leader: 1 } }, { "1": { leader: 2 } }],
    ["0", "1"],
  ],
  [{ name: "broker-0", tasks: [] }, ["broker-0"]],
  [null, []],
])("the names in %j are %j", (value, names) => {
  expect(namesIn(value)).toEqual(names);
});

describe("a query", () => {
  test("takes out what it asks for", async () => {
    const failed = await compileQuery("phases[].steps[?status=='ERROR'].name[]");
    expect(failed({ phases: [{ steps: [{ name: "a", status: "ERROR" }] }] })).toEqual(["a"]);
  });

  test.each(["phases[?", "nope(@)", "a[*].[b, nope(c)]", ""])("%j cannot be read, and is bad input", async (wrong) => {
    const failed = await compileQuery(wrong).catch((error: unknown) => error);
    expect(isReeveError(failed, "bad-input") && failed.message).toMatch(/^--query: ".*" cannot be evaluated: /);
  });

  test("that does not fit the value is reported", async () => {
    const length = await compileQuery("length(@)");
    expect(() => length(1)).toThrow(/^--query: "length\(@\)" does not fit the answer: /);
  });
});
