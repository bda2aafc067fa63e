import { expect, test } from "vitest";
import { excerptOf } from "./classify.ts";

test("an excerpt of a huge body is as short as any", () => {
  expect(excerptOf("x ".repeat(30_000_000), ["s3cret"])).toHaveLength(301);
});
