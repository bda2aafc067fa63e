import { execFile, execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const program = join(import.meta.dirname, "program.ts");
const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
const env = { PATH, HOME, NODE_COMPILE_CACHE, TERM: "xterm-256color", LANG: "C.UTF-8" };

const tmux = spawnSync("tmux", ["-V"]).status === 0;

describe.skipIf(!tmux)("at a terminal (skipped where tmux is missing)", () => {
  const socket = `reeve-terminal-${process.pid}`;
  const control = (...args: readonly string[]) => execFileSync("tmux", ["-L", socket, ...args], { encoding: "utf8", env });
  let sessions = 0;

  // Starts a tmux server for this file, which runs until the last test has ended.
  beforeAll(() => void control("-f", "/dev/null", "new-session", "-d", "-s", "keeper", "sleep", "600"));
  afterAll(() => void control("kill-server"));

  /** Runs the program at a terminal of 80 columns and 12 rows, whose screen can be read at any time. */
  function start(what: string, more: Record<string, string> = {}) {
    const name = `s${sessions++}`;
    const variables = Object.entries({ ...env, TERM: "tmux-256color", ...more }).map(([key, value]) => `${key}=${value}`);
    const command = ["env", "-i", ...variables, process.execPath, program, what].map((word) => `'${word}'`).join(" ");
    // A user's shell survives Ctrl-C, so the shell of the test must survive it, too.
    const shell = `trap : INT; ${command}; echo "ended with $?"; stty -a | grep -o '[-]*echo\\b'; sleep 60`;
    control("new-session", "-d", "-s", name, "-x", "80", "-y", "12", shell);
    const read = () => control("capture-pane", "-p", "-t", name).trimEnd();
    return {
      read,
      type: (...keys: readonly string[]) => control("send-keys", "-t", name, ...keys),
      until: async (expected: RegExp): Promise<string> => {
        for (const deadline = Date.now() + 20_000; Date.now() < deadline; ) {
          if (expected.test(read())) return read();
          await promisify(execFile)("sleep", ["0.05"]);
        }
        throw new Error(`never seen: ${expected}\n${read()}`);
      },
      [Symbol.dispose]: () => {
        control("kill-session", "-t", name);
      },
    };
  }

  test("its width and colours are known", async () => {
    using screen = start("capabilities");
    const text = await screen.until(/ended with 0/);
    expect(JSON.parse(text.split("ended")[0] ?? "")).toEqual({
      width: "80",
      unicode: true,
      paint: true,
      terminal: true,
      animates: true,
    });
    using dumb = start("capabilities", { TERM: "dumb" });
    expect(await dumb.until(/ended with 0/)).toContain('"paint":false,"terminal":true,"animates":false');
  }, 60_000);

  test("a secret is not shown, and the terminal is as it was", async () => {
    using screen = start("secret");
    await screen.until(/Token:/);
    screen.type("s3cret", "BSpace", "T-canary", "Enter");
    const text = await screen.until(/echo$/);
    expect(text).toBe("Token:\ngot 13 characters\nended with 0\necho");
  }, 60_000);

  test("Ctrl-C at a secret cancels the prompt and restores the terminal", async () => {
    using screen = start("secret");
    await screen.until(/Token:/);
    screen.type("s3cret", "C-c");
    expect(await screen.until(/echo$/)).toBe("Token:\ncancelled: nothing was done\nended with 2\necho");
  }, 60_000);

  test("the name has to be typed", async () => {
    using screen = start("agree");
    await screen.until(/to confirm:/);
    screen.type("orders", "Enter");
    expect(await screen.until(/ended/)).toContain("This deletes it.\nType orders to confirm: orders\nended with 0");
  }, 60_000);

  test("a region is drawn over itself, a spinner goes away, what ended stays", async () => {
    using region = start("region");
    for (const count of [1, 2, 3]) {
      const rows = Array.from({ length: count }, (_, index) => `row ${index} of ${count}`);
      expect(await region.until(new RegExp(`of ${count}$`))).toBe(rows.join("\n"));
      region.type("x");
    }
    expect(await region.until(/ended with 0/)).toMatch(/^end\nended with 0/);
    using spinner = start("spin");
    await spinner.until(/^. working · 00:00:\d\d$/);
    spinner.type("x");
    expect(await spinner.until(/ended with 0/)).toMatch(/^✓ worked · 00:00:\d\d\nresult\nended with 0/);
  }, 60_000);

  test("what is written beside a region and a spinner stays, and nothing of theirs does", async () => {
    using screen = start("beside");
    expect(await screen.until(/working/)).toMatch(/^a note\nof another\nprogram\nredrawn\nin place\n. working · /);
    screen.type("x");
    const text = await screen.until(/ended with 0/);
    expect(text).toMatch(/^a note\nof another\nprogram\n✓ worked · 00:00:\d\d\ndrawn last\nafter it\nended with 0/);
  }, 60_000);

  test("Ctrl-C while something turns leaves a clean terminal", async () => {
    using screen = start("turn");
    await screen.until(/working/);
    screen.type("C-c");
    const text = await screen.until(/echo$/);
    expect(text).toMatch(/^. working[^\n]*\n\^C\n?ended with 130\necho$/);
  }, 60_000);
});
