import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { answer, carriesValue, documentedSchema, form, readAnswer } from "./answer.ts";

const List = v.object({ items: v.array(v.string()) });
const listAnswer = answer(List, {
  statuses: [200, 503],
  also: [
    form(v.array(v.number()), {
      when: ({ body }) => Array.isArray(body),
      read: (items) => ({ items: items.map(String) }),
      revisions: ["A"],
    }),
  ],
});

describe("an answer in several forms", () => {
  test("is read into one value", () => {
    expect(readAnswer(listAnswer, { status: 200, body: { items: ["1"] } })).toEqual({
      ok: true,
      value: { items: ["1"] },
    });
    expect(readAnswer(listAnswer, { status: 200, body: [1] })).toEqual({ ok: true, value: { items: ["1"] } });
  });

  test("names what is wrong in the form that it has", () => {
    expect(readAnswer(listAnswer, { status: 200, body: [1, "x"] })).toEqual({
      ok: false,
      issues: ['[1]: expected a number, received "x"'],
    });
    expect(readAnswer(listAnswer, { status: 200, body: "" })).toEqual({
      ok: false,
      issues: ['expected an object, received ""'],
    });
  });

  test("has for each revision the form that its document shows", () => {
    expect(documentedSchema(listAnswer, "A").type).toBe("array");
    expect(documentedSchema(listAnswer, "B")).toBe(List);
  });
});

test("any 2xx carries the value, another status only where the answer says so", () => {
  const carriers = (statuses: readonly number[]) =>
    [200, 202, 204, 208, 304, 400, 417, 503].filter((status) => carriesValue({ statuses }, status));
  expect(carriers(answer(List).statuses)).toEqual([200, 202, 204, 208]);
  expect(carriers(listAnswer.statuses)).toEqual([200, 202, 204, 208, 503]);
});

test("nothing hides a failure unless the answer says how", () => {
  expect(answer(List).failure({ status: 200, body: { Error: "x" } })).toBeUndefined();
});
