import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { tokenCommand } from "./token-command.ts";
import { createTokenKeeper } from "./token-keeper.ts";

test("a command that nobody waits for any more is ended", async () => {
  const folder = mkdtempSync(join(tmpdir(), "reeve-command-"));
  const file = join(folder, "pid");
  const program = `require("node:fs").writeFileSync(${JSON.stringify(file)}, String(process.pid)); setInterval(() => {}, 1000);`;
  const keeper = createTokenKeeper(tokenCommand(process.execPath, ["-e", program]), {
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
}, 60_000);
