// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references of site documents look like placeholders.
import { describe, expect, test } from "vitest";
import {
  compareSites,
  coreSite,
  createSite,
  defaultLimits,
  duration,
  editSite,
  expand,
  expanded,
  formatDiff,
  fsSite,
  integer,
  mergeSites,
  readSite,
  SiteXmlError,
  setProperty,
  storageSize,
  writeSite,
} from "./index.ts";

describe("a refusal", () => {
  test("says line, column, what was expected, and what stands there", () => {
    const error = refusal("<configuration>\n  <property><name>a</nam></property>\n</configuration>");
    expect(error).toMatchObject({
      code: "not-well-formed",
      line: 2,
      column: 20,
      excerpt: "<property><name>a</nam></property>",
    });
    expect(error.message).toBe('Line 2, column 20: expected </name>, near "<property><name>a</nam></property>".');
  });

  test("shows characters that do not print as numbers", () => {
    expect(refusal("<configuration>\u001b[2J</configuration>").excerpt).toBe("<configuration>\\u{1b}[2J</configuration>");
  });

  test("shows a stretch of a long line only", () => {
    expect(refusal(`<configuration>${"x".repeat(1000)}&y${"z".repeat(1000)}</configuration>`).excerpt).toBe(
      `${"x".repeat(40)}&y${"z".repeat(38)}`,
    );
  });

  test.each([
    ["\r", 3],
    ["\n", 3],
    ["\r\n", 3],
  ])("counts lines that end with %j", (end, line) => {
    expect(refusal(`<configuration>${end}${end}<</configuration>`)).toMatchObject({ line, column: 1 });
  });

  test.each([
    ["", "expected <configuration>, at the end of the text"],
    ['{"a": 1}', 'expected <configuration>, near "{"a": 1}"'],
    ["<html>", 'expected <configuration>, found <html>, near "<html>"'],
    ["<configuration>&nbsp;</configuration>", "the entity nbsp is not defined; XML defines only amp, lt, gt, quot and apos"],
    ["<configuration>a & b</configuration>", "& must be written &amp; unless it begins a reference"],
    ["<configuration><a b=c></configuration>", "expected an attribute value in quotes"],
    ["<!DOCTYPE html>", "a configuration document cannot contain a DOCTYPE"],
    ['<?xml version="1.0" encoding="KOI8-R"?><configuration/>', "the encoding must be UTF-8, not KOI8-R"],
  ])("of %j says why", (text, reason) => {
    expect(refusal(text).message).toContain(reason);
  });

  test("of bytes names the encoding", () => {
    const encoder = new TextEncoder();
    expect(refusal(encoder.encode('<?xml version="1.0" encoding="windows-1252"?><configuration/>')).message).toBe(
      "The document is encoded in windows-1252, but only UTF-8 can be read.",
    );
    expect(refusal(Uint8Array.of(0xff, 0xfe, 0x3c, 0)).message).toContain("UTF-16LE");
    expect(refusal(encoder.encode('<?xml version="1.0" encoding="a b"?><configuration/>'))).toMatchObject({
      code: "not-well-formed",
      line: 1,
    });
    expect(refusal(Uint8Array.of(...encoder.encode("<configuration>\n"), 0xe9)).message).toBe(
      'Line 2, column 1: the bytes are not UTF-8, after "".',
    );
  });
});

describe("limits", () => {
  const text = '<configuration><property a="1" b="2"><name>é</name></property></configuration>';

  test.each([
    ["size", 77, "too-large"],
    ["depth", 2, "too-deep"],
    ["elements", 2, "too-many-elements"],
    ["attributes", 1, "too-many-attributes"],
  ] as const)("on %s have an error of their own", (limit, value, code) => {
    expect(refusal(text, { [limit]: value }).code).toBe(code);
    expect(readSite(text, { limits: { [limit]: value + 1 } }).problems.length).toBeGreaterThan(0);
  });

  test("on size count bytes where bytes are read", () => {
    const bytes = new TextEncoder().encode(text);
    expect(refusal(bytes, { size: 78 }).message).toBe(
      'The document has 79 bytes, which is more than the limit of 78. Reading it can take 100 times its size in memory; if that is available, raise the limit "size".',
    );
  });

  test("on depth end at 1000, however high they are set", () => {
    const deep = `<configuration>${"<a>".repeat(2000)}${"</a>".repeat(2000)}</configuration>`;
    expect(refusal(deep, { depth: 1_000_000 }).message).toContain("more than 1000 nested elements");
    const allowed = `<configuration>${"<a>".repeat(999)}${"</a>".repeat(999)}</configuration>`;
    expect(readSite(allowed, { limits: { depth: 1_000_000 } }).problems).toHaveLength(999);
  });
});

describe("problems", () => {
  test("stand in order of lines and name their property", () => {
    const { problems } = readSite(`<configuration>
<property name="a" value="1"/>
<property name="b" value="1" final="true"/>
<property name="a" value="2"/>
<property name="b" value="3"/>
</configuration>`);
    expect(problems).toEqual([
      {
        code: "duplicate",
        severity: "warning",
        line: 2,
        column: 1,
        property: "a",
        message: "a is set again in line 4, and that value applies.",
      },
      {
        code: "overrides-final",
        severity: "warning",
        line: 5,
        column: 1,
        property: "b",
        message: "b has no effect, because line 3 made it final.",
      },
    ]);
  });

  test("tell what an include would have brought", () => {
    const { problems } = readSite('<configuration><include href="file:///etc/passwd"/></configuration>');
    expect(problems).toEqual([
      {
        code: "include",
        severity: "warning",
        line: 1,
        column: 16,
        message: "<include> of file:///etc/passwd is not read here, so its properties are missing.",
      },
    ]);
  });

  test("are a thousand at most, and then how many more", () => {
    const { problems } = readSite(`<configuration>${"<a/>".repeat(1500)}<x:a/></configuration>`);
    expect(problems).toHaveLength(1002);
    expect(problems.filter(({ severity }) => severity === "error")).toHaveLength(1);
    expect(problems.at(-1)?.message).toBe("501 more problems are not listed.");
  });

  test("inside a property name it, and so do refusals", () => {
    const { problems } = readSite("<configuration><property>\n<foo/><name>a</name><value>1</value>x</property></configuration>");
    expect(problems.map(({ code, line, property }) => [code, line, property])).toEqual([
      ["unknown-element", 2, "a"],
      ["stray-text", 2, "a"],
    ]);
    expect(refusal("<configuration><property><name>a</name><value>&x;</value></property></configuration>")).toMatchObject({
      property: "a",
      line: 1,
    });
  });

  test("are none in an ordinary document", () => {
    expect(readSite("<configuration><property><name>a</name><value>1</value></property></configuration>").problems).toEqual([]);
  });
});

describe("a wrong argument", () => {
  const site = createSite([{ name: "a", value: "1" }]);
  // Passes a value that only callers without type checks can pass.
  const wrong = (value: unknown): never => value as never;

  test.each<[string, () => unknown]>([
    ["got ArrayBuffer", () => readSite(wrong(new ArrayBuffer(8)))],
    ["got undefined", () => readSite(wrong(undefined))],
    ["as the options, got null", () => readSite("<configuration/>", wrong(null))],
    ["as the limit size, got NaN", () => readSite("<configuration/>", { limits: { size: Number.NaN } })],
    ["as the limit depth, got a string", () => readSite("<configuration/>", { limits: { depth: wrong("1") } })],
    ["as the value of a, got 5", () => setProperty(site, "a", wrong(5))],
    ["as the name of a property, got undefined", () => setProperty(site, wrong(undefined), "1")],
    ["as the document, got Object", () => setProperty(wrong({}), "a", "1")],
    ["as the edits, got null", () => editSite(site, wrong(null))],
    ["as an edit, got a string", () => editSite(site, wrong(["a"]))],
    ["as the properties, got undefined", () => createSite(wrong(undefined))],
    ["as the value of a, got 1", () => createSite([{ name: "a", value: wrong(1) }])],
    ["as a property, got null", () => createSite(wrong([null]))],
    ["as the documents, got Object", () => mergeSites(wrong({}))],
    ["as the document, got a string", () => mergeSites(wrong(["a"]))],
    ["as the document, got undefined", () => compareSites(site, wrong(undefined))],
    ["as the document, got null", () => writeSite(wrong(null))],
    ["as the values, got undefined", () => expanded(wrong(undefined))],
    ["as the text, got undefined", () => expand(site, wrong(undefined))],
    ["as the limit of a result's size, got a string", () => expand(site, "", { size: wrong("1") })],
    ["as the values, got Object", () => integer(wrong({}), "a")],
    ["as the name of a property, got 1", () => integer(site, wrong(1))],
    ["as the unit, got a string", () => duration(site, "a", wrong("w"))],
    ["as the unit, got undefined", () => duration(site, "a", wrong(undefined))],
    ["as the unit, got a string", () => storageSize(site, "a", wrong("kib"))],
    ["as the document, got Map", () => fsSite(wrong(new Map()))],
    ["as the options, got null", () => coreSite(site, wrong(null))],
    ["as the limits, got null", () => readSite("<configuration/>", wrong({ limits: null }))],
    ["as the document, got Object", () => compareSites(site, wrong({ text: "", settings: {} }))],
    ["as the differences, got null", () => formatDiff(wrong(null))],
    ["as the differences, got Object", () => formatDiff(wrong({ added: [] }))],
    ["as the name of a property, got 5", () => site.get(wrong(5))],
    ["as the name of a property, got undefined", () => site.lineOf(wrong(undefined))],
    ["as the name of a property, got null", () => expanded(site).get(wrong(null))],
    ["as the value of a, got 0", () => createSite([{ name: "a", value: wrong(0) }])],
    ["as the description of a, got null", () => createSite([{ name: "a", description: wrong(null) }])],
    ["as the sources of a, got a string", () => createSite([{ name: "a", sources: wrong("x") }])],
    ["as the source of a, got undefined", () => createSite([{ name: "a", sources: wrong([undefined]) }])],
    ["as the field final of a, got a string", () => createSite([{ name: "a", final: wrong("true") }])],
    ["as the environment, got 5", () => expand(site, "", { environment: wrong(5) })],
    ["as the system properties, got null", () => expand(site, "", { systemProperties: wrong(null) })],
    ["as the value of A, got 5", () => expand(site, "${env.A}", { environment: { A: wrong(5) } })],
    ["as the value of a, got 1", () => expand(wrong(new Map([["a", 1]])), "${a}")],
    ["as the value of a, got Array", () => integer(wrong(new Map([["a", []]])), "a")],
  ])("is one clear error: %s", (message, work) => {
    expect(work).toThrow(SiteXmlError);
    expect(work).toThrow(expect.objectContaining({ code: "bad-argument" }));
    expect(work).toThrow(`${message}.`);
  });

  test("is a name that settings, which are a map, do not have", () => {
    expect([undefined, null, 5, {}].map((name) => site.settings.get(wrong(name)))).toEqual(Array(4).fill(undefined));
    expect(site.settings.has(wrong(undefined))).toBe(false);
  });

  test("is not a limit that is undefined, which is the default one", () => {
    expect(readSite("<configuration/>", { limits: { size: undefined, depth: undefined } }).limits).toEqual(defaultLimits);
    expect(defaultLimits.size).toBe(4 * 1024 * 1024);
  });
});

test("names that mean something to JavaScript are ordinary names", () => {
  const site = readSite('<configuration><property name="__proto__" value="1"/></configuration>');
  expect(site.get("__proto__")).toBe("1");
  expect(site.get("constructor")).toBeUndefined();
  expect(site.settings.has("toString")).toBe(false);
});

function refusal(source: string | Uint8Array, limits = {}): SiteXmlError {
  try {
    readSite(source, { limits });
  } catch (error) {
    if (error instanceof SiteXmlError) return error;
    throw error;
  }
  throw new Error("It was read.");
}
