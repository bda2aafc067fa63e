import { expect, test } from "vitest";
import { userKeySpaces } from "./view.ts";

test("keyspaces of users may have names that begin like those of the database", () => {
  const keySpaces = ["system_auth", "systems", "shop", "system", "system_traces", "system_of_record"];
  expect(userKeySpaces({ keySpaces })).toEqual(["shop", "system_of_record", "systems"]);
});
