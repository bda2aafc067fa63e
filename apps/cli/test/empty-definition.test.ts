import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { startReeve } from "@reeve/service";
import { expect, test } from "vitest";
import { makeHome, reeveProcess } from "./command-line.ts";

test("an empty definition is never deployed", async () => {
  await using cluster = await startReeve({ services: { mine: { kind: "broker", pace: 0 } } });
  using home = makeHome({ REEVE_URL: cluster.url, REEVE_TOKEN: cluster.token });
  writeFileSync(join(home.folder, "empty.yaml"), "# services:\n");
  for (const [line, input] of [
    ["deploy -", ""],
    ["deploy - --remove --yes", "\n"],
    ["deploy - --remove --yes", "{}"],
    ["deploy - --remove --yes", "edition: open"],
    ["deploy empty.yaml --remove --yes --dry-run", ""],
  ] as const) {
    const { code, out, err } = await reeveProcess(home, line, { input });
    // The code 2 of a dry run means that there are changes.
    expect({ line, code, out }).toEqual({ line, code: line.includes("--dry-run") ? 1 : 2, out: "" });
    expect(err).toMatch(/^error: (?:standard input|empty\.yaml)(?:: the definition is empty| contains no services)/);
  }
  expect(cluster.services.map(({ name }) => name)).toEqual(["mine"]);
  const up = await reeveProcess(home, "up --definition empty.yaml");
  expect(up).toMatchObject({ code: 2, err: expect.stringContaining("empty.yaml: the definition is empty") });
});
