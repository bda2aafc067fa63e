import { describe, expect, test } from "vitest";
import { compareSites, createSite, formatDiff, readSite } from "./index.ts";

const before = createSite([
  { name: "same", value: "1", description: "old words" },
  { name: "gone", value: " x" },
  { name: "changed", value: "0.90" },
  { name: "spaced", value: "a,b" },
  { name: "locked", value: "1" },
  { name: "twice", value: "not this" },
  { name: "twice", value: "1" },
]);
const after = createSite([
  { name: "fresh", value: "", final: true },
  { name: "locked", value: "1", final: true },
  { name: "spaced", value: "a, b\n" },
  { name: "changed", value: "0.9" },
  { name: "same", value: "1", description: "new words" },
  { name: "twice", value: "1" },
  { name: "nothing" },
]);

describe("comparing", () => {
  test("tells apart what was added, removed, changed, and changed in white space only", () => {
    expect(compareSites(before, after)).toEqual({
      added: [{ name: "fresh", value: "", final: true }],
      removed: [{ name: "gone", value: " x", final: false }],
      changed: [
        { name: "changed", before: { value: "0.90", final: false }, after: { value: "0.9", final: false } },
        { name: "locked", before: { value: "1", final: false }, after: { value: "1", final: true } },
      ],
      whitespace: [{ name: "spaced", before: { value: "a,b", final: false }, after: { value: "a, b\n", final: false } }],
      same: false,
    });
  });

  test("finds no difference in another spelling of the same document", () => {
    const spelt = readSite("<configuration><!-- c --><property name='a' value='&#x31;'/></configuration>");
    const plain = readSite("<configuration><property><value><![CDATA[1]]></value><name>a</name></property></configuration>");
    expect(compareSites(spelt, plain).same).toBe(true);
  });
});

describe("a diff for people", () => {
  test("is one line a name", () => {
    expect(formatDiff(compareSites(before, after))).toBe(
      [
        '- gone = " x"',
        '+ fresh = "" (final)',
        "~ changed: 0.90 -> 0.9",
        "~ locked: 1 -> 1 (final)",
        '· spaced: "a,b" -> "a, b\\n"',
        "",
      ].join("\n"),
    );
  });

  test("says so where there is nothing to say", () => {
    expect(formatDiff(compareSites(before, before))).toBe("No differences.\n");
  });

  test("lets no character of a document reach the terminal that could steer it", () => {
    const steering = createSite([{ name: "a\u0085", value: "\u009b2J\u202e" }]);
    expect(formatDiff(compareSites(createSite([]), steering))).toBe('+ "a\\u{85}" = "\\u{9b}2J\\u{202e}"\n');
  });

  test("cannot be fooled by a value that looks like a final one", () => {
    const sites = [createSite([{ name: "a", value: "1 (final)" }]), createSite([{ name: "a", value: "1", final: true }])] as const;
    expect(formatDiff(compareSites(...sites))).toBe('~ a: "1 (final)" -> 1 (final)\n');
  });
});
