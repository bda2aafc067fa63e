import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { tokenCommand } from "./token-command.ts";
import { createTokenKeeper } from "./token-keeper.ts";

test.each([
  ["that no caller waits for any more", ""],
  ["that no caller waits for any more and that ignores SIGTERM", 'process.on("SIGTERM", () => undefined);'],
])(
  "a command %s is ended",
  async (_, stubborn) => {
    const folder = mkdtempSync(join(tmpdir(), "reeve-command-"));
    const file = join(folder, "pid");
    const program = `${stubborn} require("node:fs").writeFileSync(${JSON.stringify(file)}, String(process.pid)); setInterval(() => {}, 1000);`;
    const keeper = createTokenKeeper(tokenCommand(process.execPath, ["-e", program]), {
      origin: "https://cluster.example",
      now: Date.now,
      post: () => Promise.reject(new Error("not used")),
    });
    const caller = new AbortController();
    const waiting = keeper.token(caller.signal);
    const pid = await vi.waitFor(() => {
      const written = readFileSync(file, "utf8");
      expect(written).toMatch(/^\d+$/);
      return Number(written);
    }, 20_000);
    caller.abort("enough");
    await expect(waiting).rejects.toBe("enough");
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow("ESRCH"), 20_000);
    rmSync(folder, { recursive: true });
  },
  60_000,
);

test("a command that times out and ignores SIGTERM fails at once, and is killed", async () => {
  const folder = mkdtempSync(join(tmpdir(), "reeve-command-"));
  const file = join(folder, "pid");
  // The command's child process keeps the output open. The login must not wait for that child process.
  const program = `process.on("SIGTERM", () => undefined); require("node:child_process").spawn("sleep", ["2"], { stdio: "inherit" });
    require("node:fs").writeFileSync(${JSON.stringify(file)}, String(process.pid)); setInterval(() => {}, 1000);`;
  const limits = vi.spyOn(globalThis, "setTimeout");
  const keeper = createTokenKeeper(tokenCommand(process.execPath, ["-e", program]), {
    origin: "https://cluster.example",
    now: Date.now,
    post: () => Promise.reject(new Error("not used")),
  });
  const waiting = keeper.token();
  const pid = await vi.waitFor(() => {
    const written = readFileSync(file, "utf8");
    expect(written).toMatch(/^\d+$/);
    return Number(written);
  }, 20_000);
  const [expire] = limits.mock.calls.find(([, milliseconds]) => milliseconds === 60_000) ?? [];
  limits.mockRestore();
  expire?.();
  await expect(waiting).rejects.toThrow("gave no token: the command took longer than 60 s");
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow("ESRCH"), 20_000);
  rmSync(folder, { recursive: true });
});
