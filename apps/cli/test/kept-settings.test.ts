import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeHome, reeveProcess } from "./command-line.ts";

test("a service of the enterprise edition over TLS is one after down and up, and says so", async () => {
  using home = makeHome();
  writeFileSync(join(home.folder, "cluster.yaml"), "services: { kafka: { kind: broker, pace: 0 } }\n");
  await reeveProcess(home, "up --detach --definition cluster.yaml --edition enterprise --tls");
  await reeveProcess(home, "down");
  const { code, out } = await reeveProcess(home, "up --detach");
  expect({ code, out: out.replaceAll(/\s+/g, " ") }).toMatchObject({
    code: 0,
    out: expect.stringMatching(/https:.*kept from the last start: edition: "enterprise", tls: true\. A flag/),
  });
  expect(await reeveProcess(home, "definition show")).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^# .*\nedition: enterprise\ntls: true\nservices:/),
  });
  await reeveProcess(home, "down");
  const open = await reeveProcess(home, "up --detach --edition open");
  expect(open.out).toMatch(/https:.*\n {2}token .*\n(?:.*\n)*? {2}note .*kept from the last start: tls: true/);
  await reeveProcess(home, "down");
});
