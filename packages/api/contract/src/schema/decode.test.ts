import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { choice, integer, maybe, text } from "./atoms.ts";
import { decode, decodeInput } from "./decode.ts";
import { keyed, resource } from "./resource.ts";

const Partition = resource("Partition", "", { leader: integer(), isr: v.array(integer()), note: maybe(v.string()) });
const Topic = resource("Topic", "", {
  partitions: v.array(keyed(v.pipe(v.string(), v.digits("expected a number")), Partition)),
});

const issueOf = (schema: v.GenericSchema, value: unknown) => {
  const decoded = decode(schema, value);
  return decoded.ok ? undefined : decoded.issues[0];
};

test("what fits is the very value that came, unknown fields and all", () => {
  const sent: unknown = JSON.parse('{"partitions":[{"0":{"leader":1,"isr":[1,2],"__proto__":{"x":1},"extra":null}}],"constructor":"y"}');
  const decoded = decode(Topic, sent);
  expect(decoded.ok && decoded.value).toBe(sent);
  expect(JSON.stringify(decoded.ok && decoded.value)).toContain('"__proto__":{"x":1}');
  expect(({} as { x?: number }).x).toBeUndefined();
});

test.each([undefined, null])("a default stands for what is %s, whatever the field takes", (input) => {
  const schema = v.looseObject({ note: v.nullish(v.unknown(), "none") });
  expect(decodeInput(schema, { note: input })).toEqual({ ok: true, value: { note: "none" } });
});

describe("what does not fit is named with its place, what was expected and what came", () => {
  test.each([
    [{ partitions: [{}, { "1": { leader: "x", isr: [] } }] }, 'partitions[1]["1"].leader: expected an integer, received "x"'],
    [{ partitions: [{ "0": { leader: 1.5, isr: [] } }] }, 'partitions[0]["0"].leader: expected an integer, received 1.5'],
    [{ partitions: [{ "0": { leader: 1, isr: [0, null] } }] }, 'partitions[0]["0"].isr[1]: expected an integer, received null'],
    [{ partitions: [{ "0": { leader: 1 } }] }, 'partitions[0]["0"].isr: missing'],
    [{ partitions: [{ "0": { leader: 1, isr: [], note: 5 } }] }, 'partitions[0]["0"].note: expected a string, received 5'],
    [{ partitions: [{ zero: { leader: 1, isr: [] } }] }, 'partitions[0].zero: expected a number, received "zero"'],
    [{ partitions: [[]] }, "partitions[0]: expected an object, received an empty array"],
    [{ partitions: {} }, "partitions: expected an array, received an object"],
    [{}, "partitions: missing"],
    [[{ partitions: [] }], "expected an object, received an array"],
    [null, "expected an object, received null"],
    ["<html>", 'expected an object, received "<html>"'],
    [undefined, "expected an object, received nothing"],
    [JSON.parse('{"partitions":[{"__proto__":7}]}'), 'partitions[0].__proto__: expected an object, received "__proto__"'],
  ])("%j", (value, issue) => {
    expect(issueOf(Topic, value)).toBe(issue);
  });

  test("long and unprintable values are cut short and escaped", () => {
    expect(issueOf(v.object({ a: integer() }), { a: `\u001b[31m${"x".repeat(500)}` })).toMatch(
      /^a: expected an integer, received "\\u001b\[31mx+… \(512 characters\)$/,
    );
  });

  test("a key that is no plain word is quoted", () => {
    expect(issueOf(keyed(v.string(), integer()), { "a b\n": "x" })).toBe('["a b\\n"]: expected an integer, received "x"');
  });

  test("a large body that is wrong everywhere names one place", () => {
    const decoded = decode(v.array(integer()), Array(10_000).fill("x"));
    expect(decoded.ok ? [] : decoded.issues).toEqual(['[0]: expected an integer, received "x"']);
  });
});

test("inputs name everything that is wrong with them", () => {
  const Input = v.strictObject({ name: text("a name", /^a+$/), size: integer(1, 9), colour: choice("red", "green") });
  const decoded = decodeInput(Input, { name: "b", size: 10, extra: 1 });
  expect(decoded.ok ? [] : decoded.issues).toEqual([
    'name: expected a name, received "b"',
    "size: expected an integer from 1 to 9, received 10",
    "colour: missing",
    "extra: there is no such field",
  ]);
});
