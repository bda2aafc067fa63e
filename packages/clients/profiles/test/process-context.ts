import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ProcessContext } from "../src/process-context.ts";

/** A process context with its own home on the real file system. The home is deleted after the test. */
export function ownProcessContext(env: Record<string, string> = {}): ProcessContext & Disposable {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "reeve profiles ")));
  return {
    env: { REEVE_HOME: join(home, "reeve"), ...env },
    platform: process.platform,
    home,
    cwd: home,
    [Symbol.dispose]: () => rmSync(home, { recursive: true, force: true }),
  };
}
