import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createValidator, openInstallation, type Validation } from "../src/index.ts";
import { distributionOfVersion, sampleSoftware } from "./sample-software.ts";

/** In these tests, a script reads the settings file in the place of Java. */
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "reeve settings "));
  for (const name of ["bin", "libs"]) mkdirSync(join(folder, name));
  for (const jar of distributionOfVersion("4.3.1")) writeFileSync(join(folder, "libs", jar), "");
  writeFileSync(
    join(folder, "bin/java"),
    `#!/bin/sh
[ "$1" = -version ] && { echo 'openjdk version "17.0.15"' >&2; exit; }
echo "$2" >> "${folder}/asked"
grep -q bad "$3" && { echo "refused: bad" >&2; exit 1; }
exit 0
`,
  );
  chmodSync(join(folder, "bin/java"), 0o755);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function validatorIn(more: Readonly<Record<string, string>>) {
  const environment = { PATH: `${join(folder, "bin")}:/usr/bin:/bin`, HOME: folder, ...more };
  const installation = openInstallation({ software: sampleSoftware, folder: join(folder, "engines"), environment });
  return createValidator(installation, environment);
}

const settings = (text: string): Validation => ({
  settings: text,
  command: (file) => ["Check", file],
  refusalIn: ({ stderr }) => /^refused: (.*)$/m.exec(stderr)?.[1],
});

test("the software is asked once about the same settings, and a refusal says what it said", async () => {
  const validate = validatorIn({ SAMPLE_HOME: folder });
  for (let round = 0; round < 2; round++) {
    await expect(validate(settings("bad=1"))).rejects.toMatchObject({
      code: "bad-input",
      message: "engineConfiguration: Sample refuses it: bad",
    });
    expect(await validate(settings("good=1"))).toBeUndefined();
  }
  expect(readFileSync(join(folder, "asked"), "utf8")).toBe("Check\nCheck\n");
});

test("software that is not there is not asked, and the answer says why", async () => {
  expect(await validatorIn({})(settings("bad=1"))).toBe("Sample has not been downloaded yet");
  const withoutJava = validatorIn({ SAMPLE_HOME: folder, PATH: join(folder, "libs") });
  expect(await withoutJava(settings("bad=1"))).toMatch(/^Java was not found; install Java 17/);
});
