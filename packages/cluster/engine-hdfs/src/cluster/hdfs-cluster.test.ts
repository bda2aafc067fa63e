import { expect, test } from "vitest";
import { secondsIn } from "./hdfs-cluster.ts";

test.each([
  [3, 3],
  ["3", 3],
  [" 500ms ", 0.5],
  ["2M", 120],
  ["1h", 3600],
  ["", undefined],
  ["soon", undefined],
  ["3 weeks", undefined],
  [undefined, undefined],
])("%j is %j seconds", (value, seconds) => {
  expect(secondsIn(value)).toBe(seconds);
});
