/**
 * Sends reads and changes to servers that close or reset connections, answer incorrectly, or never answer, on Node, Bun and Deno: first over
 * connections that a read has opened, then over new ones. Prints how often each request reached the server, and exits with 1 if a request
 * reached the server never, or more often than its effect allows. The platforms are downloaded from npm.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { rolldown } from "rolldown";
import { ATTEMPTS } from "../packages/clients/transport/test/matrix/cell.ts";
import { type Cell, runMatrix } from "../packages/clients/transport/test/matrix/matrix.ts";
import { runRaces } from "../packages/clients/transport/test/matrix/races.ts";
import { requests } from "../packages/clients/transport/test/matrix/requests.ts";
import { installed } from "./support/cache.ts";

/** Timeout in milliseconds for a program, which is longer than any timeout of a call. */
const TIMEOUT = 120_000;
const ENDLESS = "no end";

/** The number of changes that are sent while the server closes idle connections. */
const RACES = 5_000;

const { values: flags } = parseArgs({ options: { only: { type: "string", multiple: true } } });

const bin = (...packages: [string, ...string[]]) => join(installed(...packages), "node_modules/.bin");
const node = (version: string) => {
  const name = `node-linux-${process.arch}`;
  return join(installed(`${name}@${version}`), "node_modules", name, "bin/node");
};
const platforms: Readonly<Record<string, () => readonly [string, ...string[]]>> = {
  "node 22": () => [node("22.23.5")],
  "node 24": () => [node("24.21.0")],
  "node 26": () => [node("26.12.1")],
  bun: () => [join(bin("bun@1.4.5"), "bun"), "run"],
  deno: () => [join(bin("deno@2.9.6"), "deno"), "run", "--allow-all", "--no-lock"],
};

const folder = mkdtempSync(join(tmpdir(), "reeve-fault-matrix-"));
try {
  const program = join(folder, "program.mjs");
  const bundle = await rolldown({
    input: join(import.meta.dirname, "../packages/clients/transport/test/matrix/program.ts"),
    platform: "node",
    logLevel: "silent",
  });
  await bundle.write({ file: program, format: "esm", codeSplitting: false });
  let bad = 0;
  for (const [platform, command] of Object.entries(platforms)) {
    if (flags.only && !flags.only.includes(platform)) continue;
    for (const warm of [true, false]) {
      const [file, ...args] = command();
      const child = spawn(file, [...args, program], { stdio: ["pipe", "pipe", "inherit"] });
      // Bun and Deno repeat a read by themselves if a connection that was kept open breaks.
      const repeats = warm && !platform.startsWith("node");
      const ask = through(child);
      const cells = await runMatrix(
        (url, request, timeout) => ask({ url, request, timeout, warm }),
        repeats ? 2 * ATTEMPTS : ATTEMPTS,
      );
      print(`${platform}, ${warm ? "over connections that a read has opened" : "over new connections"}`, cells);
      bad += cells.filter(isBad).length;
      if (warm) {
        const { changes, reached, repeated } = await runRaces(RACES, (url, change) => ask({ url, change }));
        console.log(
          `${changes} changes while the server closed idle connections: ${reached} reached it, ${repeated} of them more than once`,
        );
        bad += reached === 0 ? 1 : repeated;
      }
      child.kill();
    }
  }
  const good = "Every call ended within its limit, and no request was sent more often than its effect allows.";
  console.log(
    bad > 0
      ? `${bad} calls are marked with !: they were sent never or more often than their effect allows, or did not end.`
      : good,
  );
  process.exitCode = bad > 0 ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function isBad({ reached, allowed, ending }: Cell): boolean {
  return reached === 0 || reached > allowed || ending === ENDLESS;
}

/** Runs cells and races in the program, which runs on the tested platform. */
function through(child: ChildProcess): (work: object) => Promise<string> {
  const waiting = new Map<number, (ending: string) => void>();
  const { stdin, stdout } = child;
  if (!stdin || !stdout) throw new Error("the program has no pipes");
  createInterface({ input: stdout }).on("line", (line) => {
    const { id, ending } = JSON.parse(line) as { id: number; ending: string };
    waiting.get(id)?.(ending);
  });
  child.once("exit", (code) => {
    for (const end of waiting.values()) end(`the program ended with ${code}`);
  });
  return (work) => {
    const id = waiting.size;
    return new Promise((resolve) => {
      waiting.set(id, resolve);
      setTimeout(resolve, TIMEOUT, ENDLESS).unref();
      stdin.write(`${JSON.stringify({ id, ...work })}\n`);
    });
  };
}

function print(title: string, cells: readonly Cell[]): void {
  const names = Object.keys(requests);
  const rows = Map.groupBy(cells, ({ fault }) => fault);
  console.log(`\n${title}\n${" ".repeat(44)}${names.map((name) => name.padEnd(24)).join("")}`);
  for (const [fault, row] of rows) {
    const shown = names.map((name) => {
      const cell = row.find(({ request }) => request === name);
      const mark = cell && isBad(cell) ? "!" : " ";
      return `${cell?.reached}${mark} ${cell?.ending}`.padEnd(24);
    });
    console.log(`${fault.padEnd(44)}${shown.join("")}`.trimEnd());
  }
}
