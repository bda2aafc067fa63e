import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { hdfsSoftware } from "../src/software.ts";

test("the pinned release is the one of pom.xml", () => {
  const { version, jars } = hdfsSoftware;
  const pom = readFileSync(join(dirname(import.meta.dirname), "release/pom.xml"), "utf8");
  expect(pom).toContain(`<version>${version}</version>`);
  expect(jars).toHaveLength(136);
  expect(jars.every(({ path, size, sha256 }) => path.endsWith(".jar") && size > 0 && /^[0-9a-f]{64}$/.test(sha256))).toBe(true);
});
