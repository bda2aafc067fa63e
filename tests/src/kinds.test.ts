import { kinds } from "@reeve/profiles";
import { expect, test } from "vitest";
import { apis } from "./apis.ts";

test("profiles have a service for each API, under the API's name", () => {
  expect([...kinds].sort()).toEqual(apis.map(({ name }) => name).sort());
});
