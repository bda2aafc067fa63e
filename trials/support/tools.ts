import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "reeve", "trials");

/** The folder of the programs that a package of PyPI brings, in the user's cache. Undefined where there is no Python. */
export function fromPyPI(requirement: string): string | undefined {
  if (!isThere("python3", "--version")) return undefined;
  return fetched(`pypi-${requirement}`, "bin", (folder) => {
    run("python3", ["-m", "venv", folder]);
    run(join(folder, "bin", "pip"), ["install", "--quiet", requirement]);
  });
}

/** The folder of a program of a Go module, in the user's cache. Undefined where there is no Go. */
export function fromGo(program: string): string | undefined {
  if (!isThere("go", "version")) return undefined;
  return fetched(`go-${program.replaceAll("/", "-")}`, "", (folder) => {
    mkdirSync(folder, { recursive: true });
    run("go", ["install", program], { GOBIN: folder });
  });
}

/** Runs a program; throws where it does not end well. */
export function run(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  cwd?: string,
): void {
  const { status, error } = spawnSync(program, args, {
    stdio: "inherit",
    env: { ...process.env, ...environment },
    ...(cwd !== undefined && { cwd }),
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${status}`);
}

function isThere(program: string, flag: string): boolean {
  return spawnSync(program, [flag], { stdio: "ignore" }).status === 0;
}

/** Virtual environments know their own path: they are made in their place, and marked when they are whole. */
function fetched(name: string, below: string, make: (folder: string) => void): string {
  const folder = join(cache, name);
  if (!existsSync(`${folder}.whole`)) {
    console.log(`fetching ${name}`);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(cache, { recursive: true });
    make(folder);
    mkdirSync(`${folder}.part`, { recursive: true });
    renameSync(`${folder}.part`, `${folder}.whole`);
  }
  return join(folder, below);
}
