import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeHome, reeve, reeveProcess } from "./command-line.ts";

test("after down and up, nothing says done before the nodes serve, and each wait ends when they do", async () => {
  using home = makeHome();
  // Nodes take a while to start, as real ones do.
  const define = (pace: number) => writeFileSync(join(home.folder, "db.yaml"), `services: { db: { kind: wide-column, pace: ${pace} } }\n`);
  define(100);
  await reeveProcess(home, "up --detach --definition db.yaml");
  try {
    expect(await reeve(home, "status --check")).toMatchObject({ code: 14 });
    expect(await reeve(home, "wc connection show")).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^no node serves clients yet: node-0 \(\w+\), node-1/),
    });
    expect(await reeve(home, "wc nodes wait --timeout 1ms")).toMatchObject({ code: expect.toBeOneOf([12, 14]) });
    expect(await reeve(home, "status --wait --timeout 200ms")).toMatchObject({ code: expect.toBeOneOf([12, 14]) });
    define(1);
    expect(await reeve(home, "deploy db.yaml")).toMatchObject({ code: 0 });
    expect(await reeve(home, "status --wait --timeout 2m")).toMatchObject({
      code: 0,
      out: expect.stringContaining("done"),
    });
    expect(await reeve(home, "status --check")).toMatchObject({ code: 0 });
    expect(await reeve(home, "wc nodes wait --timeout 2m")).toMatchObject({
      code: 0,
      out: "all nodes run: node-0, node-1, node-2\n",
    });
    expect((await reeve(home, "wc connection show")).out).not.toContain("no node");
  } finally {
    await reeveProcess(home, "down");
  }
});
