import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { linux } from "./linux.ts";
import { usageOfGroup } from "./macos.ts";

test.skipIf(process.platform !== "linux" || !existsSync("/bin/ps"))(
  "counts all processes of a group, as ps and /proc do alike",
  async () => {
    const child = spawn("sh", ["-c", "sleep 60 & sleep 60 & echo ready; wait"], {
      detached: true,
      stdio: ["ignore", "pipe", "ignore"],
    });
    const pid = child.pid as number;
    try {
      await once(child.stdout, "data");
      // The two counts may differ: a child that has not started its program yet shares the shell's memory, and the two ways of counting
      // round differently.
      await expect
        .poll(() => {
          const [counted, printed] = [linux.usageOf(pid), usageOfGroup(String(pid))];
          return Math.abs((counted?.memory ?? 0) - (printed?.memory ?? 1)) / (printed?.memory || 1);
        })
        .toBeLessThan(0.25);
      // Three processes use at least half a megabyte each; the shell alone uses about one megabyte.
      expect(usageOfGroup(String(pid))?.memory).toBeGreaterThan(2_000_000);
    } finally {
      process.kill(-pid, "SIGKILL");
    }
  },
);
