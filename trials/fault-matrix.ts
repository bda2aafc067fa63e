/**
 * Sends reads and changes to servers that close or reset connections, answer incorrectly, or never answer. Tries both adapters of the
 * transport on Node, Bun and Deno. Prints how often each request reached the server, and exits with 1 if a request reached the server more
 * often than its effect allows. Bun and Deno are downloaded from npm.
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
import { requests } from "../packages/clients/transport/test/matrix/requests.ts";
import { installed } from "./support/cache.ts";

/** Timeout in milliseconds for a program, which is longer than any timeout of a call. */
const TIMEOUT = 120_000;
const ENDLESS = "no end";

const { values: flags } = parseArgs({ options: { only: { type: "string", multiple: true } } });

const bin = (...packages: [string, ...string[]]) => join(installed(...packages), "node_modules/.bin");
const platforms: Readonly<Record<string, () => readonly [string, ...string[]]>> = {
  "node 24": () => [process.execPath],
  "node 22": () => [join(bin("node@22.23.3"), "node")],
  bun: () => [join(bin("bun@1.4.5"), "bun"), "run"],
  deno: () => [join(bin("deno@2.9.6"), "deno"), "run", "--allow-all", "--no-lock"],
};

const folder = mkdtempSync(join(tmpdir(), "reeve-fault-matrix-"));
try {
  const program = join(folder, "program.mjs");
  const bundle = await rolldown({
    input: join(import.meta.dirname, "../packages/clients/transport/test/matrix/program.ts"),
    platform: "node",
    external: ["undici"],
    logLevel: "silent",
  });
  await bundle.write({ file: program, format: "esm", codeSplitting: false });
  let bad = 0;
  // Deno repeats a request once if a connection that was kept open breaks. `node:http` cannot prevent this on Deno, so only reads use such
  // connections there.
  for (const [platform, command] of Object.entries(platforms)) {
    if (flags.only && !flags.only.includes(platform)) continue;
    for (const adapter of ["fetch", "node"]) {
      const [file, ...args] = command();
      const child = spawn(file, [...args, program], { stdio: ["pipe", "pipe", "inherit"] });
      const cells = await runMatrix(through(child, adapter), platform === "deno" ? 2 * ATTEMPTS : ATTEMPTS);
      child.kill();
      print(`${platform}, ${adapter}`, cells);
      bad += cells.filter(isBad).length;
    }
  }
  const good = "Every call ended within its limit, and no request was sent more often than its effect allows.";
  console.log(
    bad > 0
      ? `${bad} calls are marked with !: they were sent more often than their effect allows, or did not end.`
      : good,
  );
  process.exitCode = bad > 0 ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function isBad({ reached, allowed, ending }: Cell): boolean {
  return reached > allowed || ending === ENDLESS;
}

/** Sends requests through the program, which runs on the tested platform. */
function through(
  child: ChildProcess,
  adapter: string,
): (url: string, request: string, timeout: number) => Promise<string> {
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
  return (url, request, timeout) => {
    const id = waiting.size;
    return new Promise((resolve) => {
      waiting.set(id, resolve);
      setTimeout(resolve, TIMEOUT, ENDLESS).unref();
      stdin.write(`${JSON.stringify({ id, url, request, timeout, adapter })}\n`);
    });
  };
}

function print(title: string, cells: readonly Cell[]): void {
  const names = Object.keys(requests);
  const rows = Map.groupBy(cells, ({ fault }) => fault);
  console.log(`\n${title}\n${" ".repeat(28)}${names.map((name) => name.padEnd(24)).join("")}`);
  for (const [fault, row] of rows) {
    const shown = names.map((name) => {
      const cell = row.find(({ request }) => request === name);
      const mark = cell && isBad(cell) ? "!" : " ";
      return `${cell?.reached}${mark} ${cell?.ending}`.padEnd(24);
    });
    console.log(`${fault.padEnd(28)}${shown.join("")}`.trimEnd());
  }
}
