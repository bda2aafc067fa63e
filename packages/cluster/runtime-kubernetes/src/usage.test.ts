import { expect, test } from "vitest";
import { usageIn } from "./usage.ts";

test("figures of control groups in version 1", () => {
  const printed = "cache 500\nrss 400\ntotal_rss 4096\nnanoseconds 1500000000\ndisk 12 /sandbox/a\ndisk 3 /b\n";
  expect(usageIn(printed)).toEqual({ memory: 4096, processor: 1.5, disk: 15 * 1024 });
});

test("figures of control groups in version 2", () => {
  const printed = "anon 8192\nfile 100\nusage_usec 2500000\nuser_usec 1\nnanoseconds \n";
  expect(usageIn(printed)).toEqual({ memory: 8192, processor: 2.5, disk: 0 });
});

test("a container without control groups has no figures", () => {
  expect(usageIn("nanoseconds \n")).toBeUndefined();
});
