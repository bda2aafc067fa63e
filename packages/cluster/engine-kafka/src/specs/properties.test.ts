import { expect, test } from "vitest";
import { propertiesOf } from "./properties.ts";

test("Java finds a folder whatever its name is", () => {
  expect(propertiesOf([["log.dirs", " /home/Zoë/a\\b\n"]])).toBe(`${String.raw`log.dirs=\ /home/Zo\u00eb/a\\b\u000a`}\n`);
});
