import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "reeve", "trials");

/** Installs a PyPI package in the user's cache, and returns the folder of its programs; undefined if Python is missing. */
export async function fromPyPI(requirement: string): Promise<string | undefined> {
  if (!isThere("python3", "--version")) return undefined;
  return fetched(`pypi-${requirement}`, "bin", async (folder) => {
    await run("python3", ["-m", "venv", folder]);
    await run(join(folder, "bin", "pip"), ["install", "--quiet", requirement]);
  });
}

/** Installs a Go program in the user's cache, and returns its folder; undefined if Go is missing. */
export async function fromGo(program: string): Promise<string | undefined> {
  if (!isThere("go", "version")) return undefined;
  return fetched(`go-${program.replaceAll("/", "-")}`, "", async (folder) => {
    mkdirSync(folder, { recursive: true });
    await run("go", ["install", program], { GOBIN: folder });
  });
}

/** Runs a program asynchronously; rejects if the program fails. */
export async function run(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  cwd?: string,
): Promise<void> {
  const child = spawn(program, args, {
    stdio: "inherit",
    env: { ...process.env, ...environment },
    ...(cwd !== undefined && { cwd }),
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${code}`);
}

function isThere(program: string, flag: string): boolean {
  return spawnSync(program, [flag], { stdio: "ignore" }).status === 0;
}

/** Makes a folder in its final place, because virtual environments contain their own path. A mark says that the folder is complete. */
async function fetched(name: string, below: string, make: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(cache, name);
  if (!existsSync(`${folder}.whole`)) {
    console.log(`fetching ${name}`);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(cache, { recursive: true });
    await make(folder);
    mkdirSync(`${folder}.part`, { recursive: true });
    renameSync(`${folder}.part`, `${folder}.whole`);
  }
  return join(folder, below);
}
