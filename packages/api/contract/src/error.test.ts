import { expect, test } from "vitest";
import { cancellationError, codeOfError, isReeveError, ReeveError } from "./error.ts";

test("an error is recognised by its mark, its code narrows it", () => {
  const error = new ReeveError("conflict", "the topic exists", { status: 409 });
  expect(isReeveError(error)).toBe(true);
  expect(isReeveError(error, "conflict")).toBe(true);
  expect(isReeveError(error, "not-found")).toBe(false);
  expect(isReeveError(new Error("x"))).toBe(false);
  expect(isReeveError({ code: "conflict" })).toBe(false);
  expect(isReeveError(null)).toBe(false);
});

test("an error of another copy of the package is ours all the same", () => {
  const other = Object.assign(new Error("x"), { code: "conflict", [Symbol.for("@reeve/error")]: true });
  expect(isReeveError(other, "conflict")).toBe(true);
});

test("as JSON it is its code, its sentence and where it happened", () => {
  const error = new ReeveError("not-found", 'no topic "x"', { operation: "topics.describe", status: 404 });
  expect(JSON.parse(JSON.stringify(error))).toEqual({
    code: "not-found",
    message: 'no topic "x"',
    operation: "topics.describe",
    status: 404,
  });
});

test("a cancelled call fails with the reason of its signal, if that is one of ours", () => {
  const own = new ReeveError("conflict", "the service ends");
  expect(cancellationError({ reason: own })).toBe(own);
  expect(cancellationError({ reason: Object.assign(new Error("late"), { name: "TimeoutError" }) })).toMatchObject({ code: "timed-out" });
  for (const reason of ["enough", new Error("enough"), undefined])
    expect(cancellationError({ reason })).toMatchObject({ code: "cancelled" });
  expect(cancellationError(undefined)).toMatchObject({ code: "cancelled" });
});

test("an error of the system has a code, and others have none", () => {
  expect(codeOfError(Object.assign(new Error("no"), { code: "ENOENT" }))).toBe("ENOENT");
  expect([new Error("no"), { code: "ENOENT" }, "no", undefined].map(codeOfError)).toEqual([undefined, undefined, undefined, undefined]);
});
