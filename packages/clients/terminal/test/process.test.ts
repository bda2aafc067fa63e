import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const program = join(import.meta.dirname, "program.ts");
const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
const env = { PATH, HOME, NODE_COMPILE_CACHE, TERM: "xterm-256color", LANG: "C.UTF-8" };

describe("in a pipe", () => {
  const run = (what: string, more: Record<string, string> = {}) =>
    spawnSync(process.execPath, [program, what], {
      encoding: "utf8",
      env: { ...env, ...more },
      maxBuffer: 1e8,
      input: "",
    });

  test("there are no colours, no limit of width, nothing that moves", () => {
    const defaults = { width: "Infinity", unicode: true, paint: false, terminal: false, animates: false };
    expect(JSON.parse(run("capabilities").stdout)).toEqual(defaults);
    expect(JSON.parse(run("capabilities", { FORCE_COLOR: "1", LANG: "C" }).stdout)).toEqual({
      ...defaults,
      paint: true,
      unicode: false,
    });
  });

  test("all that is written arrives, in order", () => {
    const lines = run("large").stdout.split("\n");
    expect([lines.length, lines[0], lines[49_999]]).toEqual([50_001, "line 0", "line 49999"]);
    expect(run("once").stdout).toHaveLength(1_000_000);
  });

  test("that the reader closes, the program ends quietly", async () => {
    const child = spawn(process.execPath, [program, "large"], { env, stdio: ["ignore", "pipe", "pipe"] });
    child.stdout.once("data", () => child.stdout.destroy());
    let printed = "";
    child.stderr.on("data", (chunk) => {
      printed += chunk;
    });
    const code = await new Promise((resolve) => child.once("close", resolve));
    expect([code, printed]).toEqual([0, ""]);
  });

  test("that is closed for notes, the program goes on", async () => {
    const child = spawn(process.execPath, [program, "noted"], { env, stdio: ["ignore", "pipe", "pipe"] });
    child.stderr.once("data", () => child.stderr.destroy());
    let results = "";
    child.stdout.on("data", (chunk) => {
      results += chunk;
    });
    const code = await new Promise((resolve) => child.once("close", resolve));
    expect([code, results]).toEqual([0, "result\n"]);
  });

  test("a spinner prints nothing, and there are no prompts", () => {
    const spun = run("spin");
    expect([spun.stdout, spun.stderr]).toEqual(["result\n", ""]);
    const { status, stderr } = run("agree");
    expect([status, stderr]).toEqual([2, "deleting needs a confirmation, and there is no terminal. Add --yes to confirm it.\n"]);
  });

  test("no terminal is loaded", () => {
    const bare = "process.moduleLoadList.filter((name) => /tty|net|readline|undici/.test(name))";
    const before = spawnSync(process.execPath, ["--input-type=module", "-e", `process._rawDebug(JSON.stringify(${bare}))`], {
      encoding: "utf8",
      env,
    });
    expect(JSON.parse(run("loaded").stderr)).toEqual(JSON.parse(before.stderr));
  });
});
