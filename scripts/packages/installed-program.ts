/** Installs the packed command line with npm as users do, with and without its optional service. */
import { execFileSync, spawnSync } from "node:child_process";
import { globSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expectThat } from "../run.ts";
import type { Packed } from "./pack.ts";

/** The largest allowed size in megabytes of the command line with its dependencies, without the service. */
const BUDGET = 5;

/** Installs the command line in both forms, and uses it. Prints the size of each. */
export function useInstalled(packed: readonly Packed[], work: string): void {
  const whole = install(packed, join(work, "whole"), []);
  runService(whole.reeve);
  console.log(`@reeve/cli with its service: ${whole.megabytes.toFixed(1)} MB, works when installed`);

  const client = install(packed, join(work, "client"), ["--omit=optional"]);
  expectThat(client.megabytes <= BUDGET, `the command line without its service is within ${BUDGET} MB`);
  const sentence = "reeve up needs the package @reeve/service, which is not installed: npm install --global @reeve/service";
  expectThat(client.reeve("up", 2) === `error: ${sentence}\n`, "without the service, up says what to install");
  expectThat(!/^ {2}up /m.test(client.reeve("--help")), "without the service, the help does not list its commands");
  expectThat(client.reeve("status", 2).includes("no cluster is set"), "without the service, other commands work");
  console.log(`@reeve/cli without its service: ${client.megabytes.toFixed(1)} MB, works when installed`);
}

interface Installed {
  readonly megabytes: number;
  /** Runs a command line, and returns its output, or what it prints to stderr if another exit code than 0 is expected. */
  reeve(line: string, code?: number): string;
}

/** Installs the packed command line into a folder with npm; the tarballs stand for the packages of a registry. */
export function installPacked(packed: readonly Packed[], folder: string, flags: readonly string[]): void {
  const tarballs = packed.map(({ manifest: { name }, tarball }) => [name, `file:${tarball}`] as const);
  const [cli, others] = [tarballs.filter(isCli), tarballs.filter((each) => !isCli(each))];
  const manifest = { private: true, dependencies: Object.fromEntries(cli), overrides: Object.fromEntries(others) };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  // The installation uses the user's npm configuration, because this machine may need a registry of its own.
  execFileSync("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", ...flags], {
    cwd: folder,
    stdio: "pipe",
  });
}

function install(packed: readonly Packed[], folder: string, flags: readonly string[]): Installed {
  mkdirSync(folder);
  installPacked(packed, folder, flags);
  const files = globSync("node_modules/**", { cwd: folder }).map((file) => statSync(join(folder, file)));
  const bytes = files.reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
  const env = { PATH: process.env.PATH, HOME: folder, REEVE_HOME: join(folder, "home") };
  return {
    megabytes: bytes / 2 ** 20,
    reeve: (line, code = 0) => {
      const { status, stdout, stderr } = spawnSync(join(folder, "node_modules/.bin/reeve"), line.split(" "), {
        env,
        encoding: "utf8",
      });
      expectThat(status === code, `reeve ${line} ends with ${code}, not with ${status}: ${stderr}`);
      return code === 0 ? stdout : stderr;
    },
  };
}

function isCli([name]: readonly [name: string, file: string]): boolean {
  return name === "@reeve/cli";
}

/** Starts the service of the installed command line, runs commands, and ends the service. */
function runService(reeve: Installed["reeve"]): void {
  expectThat(/^reeve \S+\n$/.test(reeve("--version")), "the command line prints its version");
  expectThat(/^ {2}up /m.test(reeve("--help")), "the help lists the commands of the service");
  reeve("up --detach --port 0 --json");
  try {
    reeve("broker plans wait --timeout 2m");
    reeve("broker topics create orders --partitions 3 --replication 3");
    expectThat(reeve("broker topics list") === "orders\n", "the command line lists the topic that it has created");
    expectThat(reeve("repl --demo --eval 1+1") === "2\n", "the shell starts a simulated cluster");
  } finally {
    reeve("down");
  }
}
