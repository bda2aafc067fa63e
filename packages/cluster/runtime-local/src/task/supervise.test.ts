import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "@reeve/orchestrator/runtime";
import { expect, test } from "vitest";
import { platformOf } from "../process/platform.ts";
import { supervise } from "./supervise.ts";

test("a stop after the end does not keep the process awake", async () => {
  const folder = mkdtempSync(join(tmpdir(), "reeve-supervise-"));
  const child = spawn("true", { detached: true, stdio: "ignore" });
  const platform = platformOf(process.platform);
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  let supervisor: ReturnType<typeof supervise> | undefined;
  await new Promise<void>((resolve) => {
    const started = { pid: child.pid ?? 0, start: platform.startOf(child.pid ?? 0) ?? "ended" };
    const lock = join(folder, "lock");
    const log = () => undefined;
    supervisor = supervise({ started, child, lock, platform, clock: systemClock, log, over: () => resolve() });
  });
  const before = timers();
  supervisor?.stop(30);
  expect(timers()).toBe(before);
  rmSync(folder, { recursive: true });
});
