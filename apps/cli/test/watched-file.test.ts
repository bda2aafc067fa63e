import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeHome, reeve, reeveProcess } from "./command-line.ts";

test("a dry run with the watched file says when saving it has deployed it, and as which configuration", async () => {
  using home = makeHome();
  const define = (memory: number) =>
    writeFileSync(
      join(home.folder, "cluster.yaml"),
      `services: { kafka: { kind: broker, revision: R3, pace: 0, settings: { BROKER_MEM: ${memory} } } }\n`,
    );
  define(1000);
  await reeveProcess(home, "up --detach --definition cluster.yaml");
  try {
    const dryRun = () => reeve(home, "deploy cluster.yaml --dry-run");
    expect((await dryRun()).err).toMatch(/^note: the service watches .*cluster\.yaml, so saving it deploys it\n$/);
    define(2000);
    await expect.poll(async () => (await dryRun()).err, { timeout: 20_000 }).toMatch(/the last change was deployed at/);
    const target = (await reeve(home, "broker configurations target-id")).out.trim();
    const { out, err } = await dryRun();
    expect(out).toBe("Nothing would change.\n");
    expect(err).toContain(`kafka as configuration ${target.replaceAll(/["[\]\s]/g, "")}`);
  } finally {
    await reeveProcess(home, "down");
  }
});
