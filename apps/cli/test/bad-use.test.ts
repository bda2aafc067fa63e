import {
  dashed,
  fieldsOf,
  flagNameOf,
  type InputField,
  isExtension,
  isRecord,
  type ListedOperation,
  listOperations,
} from "@reeve/contract";
import { apis } from "@reeve/tests/apis";
import { describe, expect, test } from "vitest";
import { type Ended, makeHome, reeve } from "./command-line.ts";

/** No request is sent, because accepted commands run with --dry-run. No server listens at this address either. */
const nowhere = { REEVE_URL: "https://cluster.invalid", REEVE_SERVICE: "instance", REEVE_S3_SECRET_KEY: "canary" };

const hostile = [
  "..",
  "%2e%2e/a?b#c",
  "\u001b[2J\u001b]0;owned\u0007",
  "line\nbreak\u202etxet",
  "x".repeat(5_000),
  "",
  "-5",
  "1e99",
  "__proto__",
];

/** Expects one or two lines that name the mistake, without control characters. */
function expectClear({ code, out, err }: Ended, line: string, codes: readonly number[] = [0, 2, 3]): void {
  // The exit code 3 also fits, because an API with only one plan refuses the name of a plan.
  expect(codes, `${line}\n${err}`).toContain(code);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the test checks that there are none
  expect(out + err, line).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f\u202e]|^\s+at |undefined|\[object|canary/m);
  if (code !== 0) {
    expect(out, line).toBe("");
    expect(err, line).toMatch(/^error: [^\n]+\n(?: {7}[^\n]+\n)?$/);
    expect(err.length, line).toBeLessThan(1_000);
  } else
    expect(out, line).toMatch(
      /^[A-Z]+ https:\/\/cluster\.invalid\/(?:service\/instance\/v1|reeve\/v1\/services\/instance)\/[\w./%?&=+*,~:@!$'();-]*\n/,
    );
}

/** An example as it is typed: a list with commas, and a single pair. */
function exampleOf({ isPairs }: InputField, value: unknown): string {
  if (isPairs && isRecord(value))
    return Object.entries(value)
      .map(([name, each]) => `${name}=${each}`)
      .join(" ");
  return [value ?? []].flat().join(",");
}

describe.each(apis)("$name", (api) => {
  const all = listOperations(api);
  const wordsOf = ({ noun, verb }: ListedOperation) => [api.name, dashed(noun), dashed(verb)];
  const revisionOf = ({ revisions }: ListedOperation) => ["--revision", revisions.at(-1) ?? "", "--dry-run"];

  test.each(all.map((listed) => [listed.name, listed] as const))("%s refuses what it cannot take", async (_, listed) => {
    using home = makeHome(nowhere);
    const fields = fieldsOf(listed.operation).filter(({ isSecret }) => !isSecret);
    const example = listed.operation.example as Readonly<Record<string, unknown>>;
    const typed = (changed: Readonly<Record<string, string>>) => [
      ...wordsOf(listed),
      ...fields.flatMap((field) => {
        const value = changed[field.name] ?? exampleOf(field, example[field.name]);
        if (value === "" && changed[field.name] === undefined) return [];
        return field.isPositional ? [value] : [`--${flagNameOf(field)}=${value}`];
      }),
      ...revisionOf(listed),
    ];
    const env = { REEVE_S3_ACCESS_KEY: "canary-access", REEVE_S3_SECRET_KEY: "canary-secret" };
    // A dry run of an operation with a preview requests the preview, which fails here because no server answers.
    const accepted = listed.operation.previewedBy === undefined ? 0 : 10;
    const run = async (words: readonly string[]) => {
      const ended = await reeve(home, words, { env });
      expectClear(ended, words.join(" ").slice(0, 200), [accepted, 2, 3]);
      return ended;
    };
    // The declared example is accepted.
    expect((await run(typed({}))).code).toBe(accepted);
    // Too many arguments, an unknown flag, and an invalid value are refused.
    const takesAny = listed.operation.each !== undefined || isExtension(api, listed);
    expect((await run([...typed({}), "one-more", "two-more"])).code).toBe(takesAny ? 0 : 2);
    expect((await run([...typed({}), "--no-such-flag"])).err).toContain("unknown flag --no-such-flag for reeve");
    expect((await run([...typed({}), "--timeout", "soon"])).code).toBe(2);
    // Missing required values are refused.
    if (fields.some(({ required }) => required)) {
      const { code, err } = await run([...wordsOf(listed), ...revisionOf(listed)]);
      expect({ code, err }).toEqual({ code: 2, err: expect.stringMatching(/ needs | is missing/) });
    }
    // Each field gets values of the wrong type.
    for (const { name } of fields) await Promise.all(hostile.map((value) => run(typed({ [name]: value }))));
  });
});
