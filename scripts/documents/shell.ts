import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { publishedPackages, root } from "../workspace.ts";

/**
 * The shell of a reader, with a new home folder, a working folder and the commands of this repository. Its variables last from one command
 * to the next.
 */
export interface Shell {
  /** The path of the reader's home folder. */
  readonly home: string;
  /** Runs commands; returns their output and the exit code of the last. */
  run(commands: string): Promise<Outcome>;
  /** Writes a file into the folder in which the shell starts. */
  write(name: string, text: string): void;
  close(): Promise<void>;
}

export interface Outcome {
  readonly output: string;
  readonly status: number;
}

/** Timeout in milliseconds, which is longer than any command of a page takes. */
const TIMEOUT = 400_000;

/** Opens a shell in which `reeve` runs the program (default: the sources of the command line) with the Node at the path `node`. */
export function openShell(reeve: string = join(root, "apps/cli/src/main.ts"), node: string = process.execPath): Shell {
  const home = mkdtempSync(join(tmpdir(), "reeve-reader-"));
  const folder = join(home, "work");
  mkdirSync(folder);
  const env = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("REEVE_"))),
    ...{
      HOME: home,
      PATH: `${commandsIn(home, reeve, node)}:${process.env.PATH}`,
      NO_COLOR: "1",
      LANG: "C.UTF-8",
      TZ: "UTC",
    },
    // All pages share the npm cache.
    npm_config_cache: process.env.npm_config_cache ?? join(homedir(), ".npm"),
  };
  // The shell has its own process group, so that programs that a page leaves running can be ended together with the shell.
  const shell = spawn("bash", ["--noprofile", "--norc"], { cwd: folder, env, detached: true });
  const ended = once(shell, "exit");
  let heard = "";
  for (const stream of [shell.stdout, shell.stderr]) stream.setEncoding("utf8").on("data", (text) => (heard += text));
  let count = 0;

  const run = async (commands: string): Promise<Outcome> => {
    const mark = `reeve-mark-${count++}`;
    const file = join(home, mark);
    writeFileSync(file, commands);
    heard = "";
    // The commands come from a file. If they came from standard input, a program that reads standard input would consume the commands after
    // it.
    shell.stdin.write(`source ${file} 2>&1 </dev/null; printf '\\n${mark} %s\\n' $?\n`);
    const begun = performance.now();
    for (;;) {
      const end = new RegExp(`\\n${mark} (\\d+)\\n`).exec(heard);
      if (end) return { output: heard.slice(0, end.index), status: Number(end[1]) };
      if (performance.now() - begun > TIMEOUT) return { output: `${heard}\n(timed out)`, status: -1 };
      if (shell.exitCode !== null) return { output: `${heard}\n(the shell has ended)`, status: shell.exitCode };
      await new Promise((done) => setTimeout(done, 10));
    }
  };
  const close = async () => {
    // A detached service has its own process group, so `reeve down` must stop it.
    if (shell.exitCode === null) await run("reeve down");
    if (shell.pid !== undefined && shell.exitCode === null) process.kill(-shell.pid, "SIGTERM");
    const late = setTimeout(() => shell.pid !== undefined && process.kill(-shell.pid, "SIGKILL"), 5_000);
    await ended;
    clearTimeout(late);
    // Processes that have left the process group may still hold the pipes.
    for (const stream of shell.stdio) stream?.destroy();
    rmSync(home, { recursive: true, force: true });
  };
  return { home, run, write: (name, text) => writeFileSync(join(folder, name), text), close };
}

/** Makes the commands of this repository, which run from their sources, except for the given `reeve`. */
export function commandsIn(home: string, reeve: string, node: string): string {
  const folder = join(home, ".commands");
  mkdirSync(folder);
  for (const each of publishedPackages()) {
    for (const [command, file] of Object.entries(each.manifest.bin ?? {})) {
      const path = join(folder, command);
      const program = command === "reeve" ? reeve : join(root, each.folder, file);
      writeFileSync(path, `#!/bin/sh\nexec '${node}' '${program}' "$@"\n`);
      chmodSync(path, 0o755);
    }
  }
  return folder;
}
