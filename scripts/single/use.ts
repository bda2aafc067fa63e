/** Uses a single program as on a machine without Node. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expectThat } from "../run.ts";

/** The folders of the programs that every system has. */
const SYSTEM = "/usr/bin:/bin";

/** Starts a service with the program, runs commands, and ends the service. Prints how long the first and the second start take. */
export function useSingle(file: string, work: string): void {
  const home = join(work, "home");
  mkdirSync(home);
  const PATH = SYSTEM.split(":")
    .filter((folder) => !existsSync(join(folder, "node")))
    .join(":");
  const env = { PATH, HOME: home, LANG: "C.UTF-8" };
  const reeve = (line: string): string => {
    const { status, stdout, stderr } = spawnSync(file, line.split(" "), { cwd: home, env, encoding: "utf8" });
    expectThat(status === 0, `${file} ${line} ends with 0, not with ${status}: ${stderr}`);
    return stdout;
  };
  const timed = (line: string): readonly [printed: string, milliseconds: number] => {
    const begun = performance.now();
    return [reeve(line), Math.round(performance.now() - begun)];
  };
  expectThat(spawnSync("node", ["--version"], { env }).error !== undefined, "there is no Node on the PATH");
  const [version, first] = timed("--version");
  const [again, second] = timed("--version");
  expectThat(/^reeve \S+\n$/.test(version) && again === version, "the program prints its version");
  reeve("up --detach --port 0");
  try {
    reeve("broker plans wait --timeout 2m");
    reeve("broker topics create orders --partitions 3 --replication 3");
    expectThat(reeve("broker topics list") === "orders\n", "the program lists the topic that it has created");
    expectThat(reeve("repl --demo --eval 1+1") === "2\n", "the shell starts a simulated cluster");
    expectThat(reeve("help tutorial").includes("reeve up"), "the documents are in the program");
    expectThat(/^kafka /m.test(reeve("engines list")), "the engines are in the program");
  } finally {
    reeve("down");
  }
  rmSync(home, { recursive: true, force: true });
  console.log(`${version.trim()} works without Node; its first start takes ${first} ms, each later one ${second} ms`);
}
