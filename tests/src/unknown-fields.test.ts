import { type Form, isRecord, listOperations, readAnswer, type WireAnswer } from "@reeve/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { apis } from "./apis.ts";
import { arbitraryOf } from "./arbitrary.ts";

/** Every form in which an answer of an API may come, each once. */
const forms = apis.flatMap((api) => {
  const known = new Map<Form<unknown>, string>();
  for (const { name, operation } of listOperations(api)) {
    operation.output.forms.forEach((form, index) => {
      if (!known.has(form)) known.set(form, `${api.name} ${name}, form ${index + 1}`);
    });
  }
  // A restore that is told as a plan is summed up in one word, and tasks by their names have no schema: these forms are looked at where they are declared.
  return [...known]
    .map(([form, name]) => ({ name, form }))
    .filter(({ name }) => !/^wide-column restore.status, form 3$|pods.info, form 3$/.test(name));
});

describe("what a server sends is read without losing anything", () => {
  test.each(forms.map((each) => [each.name, each.form] as const))("%s", (name, form) => {
    let read = 0;
    const isOpen = form.note !== undefined || OPEN.has(name);
    fc.assert(
      fc.property(arbitraryOf(form.schema), (sent) => {
        const wire = JSON.stringify(sent);
        const answer: WireAnswer = { status: 200, body: JSON.parse(wire) };
        if (form.when && !form.when(answer)) return;
        read++;
        const result = readAnswer({ ...whole, forms: [form] }, answer);
        if (!result.ok) throw new Error(result.issues[0]);
        // The wire form stays exactly as it came…
        expect(JSON.stringify(answer.body)).toBe(wire);
        // …and every value of it is found again: where it was, or, when it is put into an object, somewhere in there.
        const leaves = leavesOf(JSON.parse(JSON.stringify(result.value)));
        const values = leaves.map(([, value]) => String(value).trim());
        const found = new Map(leaves);
        for (const [path, value] of leavesOf(answer.body)) {
          // What is missing in an open shape is filled in, and its values may have moved.
          if (isRecord(answer.body) && !isOpen)
            expect(found.get(newPath(path)), path).toEqual(newSpelling(path, value));
          else if (value !== null) expect(values).toContain(String(value).trim());
        }
      }),
      { numRuns: 200 },
    );
    expect(read).toBeGreaterThan(20);
  });
});

/** A form without a note that fills in what is missing. */
const OPEN = new Set(["wide-column restore.status, form 2"]);

const whole = { statuses: [200], media: "application/json", failure: () => undefined } as const;

/** R1 says blocks where callers read steps. */
function newPath(path: string): string {
  return path.replace(/^(\/phases\/\d+)\/blocks\b/, "$1/steps");
}

function newSpelling(path: string, value: unknown): unknown {
  if (!/\/status$/.test(path) || typeof value !== "string") return value;
  return expect.toSatisfy(
    (read: unknown) =>
      read === value || (typeof read === "string" && read.replaceAll("_", "").toLowerCase() === value.toLowerCase()),
  );
}

/** Every value that is no object, with its place: a JSON pointer, so that a key with a slash is no two keys. */
function leavesOf(value: unknown, path = ""): [string, unknown][] {
  if (typeof value !== "object" || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([key, inner]) =>
    leavesOf(inner, `${path}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`),
  );
}
