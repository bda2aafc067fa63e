import { kinds } from "@reeve/profiles";
import { expect, test } from "vitest";
import { apis } from "./apis.ts";

test("profiles know a service for each API, by its name", () => {
  expect([...kinds].sort()).toEqual(apis.map(({ name }) => name).sort());
});
