import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cassandraSoftware } from "./software.ts";

test("a warm-up gives every variable of a node's settings a value, and is false where the node does not start", async () => {
  const folder = mkdtempSync(join(tmpdir(), "warm up "));
  try {
    // Node.js runs in place of Java. It refuses Java's options and ends at once.
    expect(await cassandraSoftware.warmUp?.(process.execPath, [], { folder, environment: {} })).toBe(false);
    const settings = readFileSync(join(folder, "cassandra.yaml"), "utf8");
    expect(settings).toContain("rpc_address: 127.0.0.1\n");
    // No placeholder of the settings file may be left without a value.
    expect(settings).not.toMatch(/""|: +$|\{\{/m);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
