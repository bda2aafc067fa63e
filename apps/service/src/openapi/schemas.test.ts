import { expect, test } from "vitest";
import { portablePattern } from "./schemas.ts";

test.each([
  ["^\\w{1,222}$", { pattern: "^[A-Za-z0-9_]{1,222}$" }],
  ["^(?:0|[1-9]\\d{0,15})$", { pattern: "^(?:0|[1-9][0-9]{0,15})$" }],
  ["^[^\\p{Cc}\\p{Cs}]{1,200}$", { pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f]{1,200}$" }],
  ["^(?!\\.{1,2}$)[\\w.-]{1,9}$", { pattern: "^[A-Za-z0-9_.-]{1,9}$", not: { enum: [".", ".."] } }],
])("%s is portable", (pattern, expected) => {
  expect(portablePattern(pattern)).toEqual(expected);
});
