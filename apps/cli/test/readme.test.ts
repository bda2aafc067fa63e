import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { makeHome } from "./command-line.ts";

const page = readFileSync(join(import.meta.dirname, "../README.md"), "utf8");

/** The sessions of the page: what is typed, and what is to be read then. */
const sessions = [...page.matchAll(/```console\n([\s\S]*?)```/g)]
  .flatMap(([, session = ""]) => session.split(/^(?=\$ )/m))
  .map((step) => {
    const [line = "", ...read] = step.trimEnd().split("\n");
    return { line: line.slice(2), read: read.join("\n") };
  });

test("what the page shows is what happens, typed into a shell in its order", { timeout: 180_000 }, async () => {
  using home = makeHome();
  const bin = join(home.folder, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "reeve"), `#!/bin/sh\nexec '${process.execPath}' '${inject("program")}' "$@"\n`);
  chmodSync(join(bin, "reeve"), 0o755);
  const env = { ...home.env, PATH: `${bin}:${home.env.PATH}` };
  try {
    for (const { line, read } of sessions) expect(await inShell(line, home.folder, env), line).toBe(read);
  } finally {
    await inShell("reeve down", home.folder, env);
  }
});

function inShell(line: string, cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn("sh", ["-c", line], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  let read = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (read += text));
  return new Promise((resolve) =>
    child.once("close", (code) => resolve(read.trimEnd() + (code === 0 ? "" : `\n(${code})`))),
  );
}
