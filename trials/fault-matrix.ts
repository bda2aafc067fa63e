/**
 * Sends reads and changes to servers that close or reset connections, answer incorrectly, or never answer, on Node, Bun, Deno and in a
 * browser, with the packages as they are published: first over connections that a read has opened, then over new ones. Prints how often
 * each request reached the server, and exits with 1 if a request reached the server never, or more often than its effect allows. The
 * platforms are downloaded from npm.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { openBrowser } from "@reeve/testing/browser";
import { type Plugin, rolldown } from "rolldown";
import { ATTEMPTS } from "../packages/clients/transport/test/matrix/cell.ts";
import { type Cell, runMatrix } from "../packages/clients/transport/test/matrix/matrix.ts";
import { runRaces } from "../packages/clients/transport/test/matrix/races.ts";
import { requests } from "../packages/clients/transport/test/matrix/requests.ts";
import type { Work } from "../packages/clients/transport/test/matrix/work.ts";
import { build, expectThat, run } from "../scripts/run.ts";
import { root } from "../scripts/workspace.ts";
import { installed } from "./support/cache.ts";

/** Timeout in milliseconds for a cell or a race, which is longer than any timeout of a call. */
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

/** A platform that runs the program of the matrix. */
interface Platform {
  run(work: Work): Promise<string>;
  close(): unknown;
}

const platforms: Readonly<Record<string, () => Platform | Promise<Platform>>> = {
  "node 22": () => startProgram(node("22.23.5")),
  "node 24": () => startProgram(node("24.21.0")),
  "node 26": () => startProgram(node("26.12.1")),
  bun: () => startProgram(join(bin("bun@1.4.5"), "bun"), "run"),
  deno: () => startProgram(join(bin("deno@2.9.6"), "deno"), "run", "--allow-all", "--no-lock"),
  chromium: () => openPage(),
};

const folder = mkdtempSync(join(tmpdir(), "reeve-fault-matrix-"));
const [program, script] = [join(folder, "program.mjs"), join(folder, "work.js")];
try {
  installPacked();
  await bundle("program.ts", "node", { file: program, format: "esm" });
  await bundle("work.ts", "browser", { file: script, format: "iife", name: "matrix" });
  let bad = 0;
  for (const [name, open] of Object.entries(platforms)) {
    if (flags.only && !flags.only.includes(name)) continue;
    for (const warm of [true, false]) {
      const platform = await open();
      const isBrowser = name === "chromium";
      // Other platforms than Node repeat a read by themselves if a connection that was kept open breaks. A browser repeats changes, too,
      // and both after a 421, as the transport's page says.
      const isRepeated = isBrowser || (warm && !name.startsWith("node"));
      const allowed = { reads: isRepeated ? 2 * ATTEMPTS : ATTEMPTS, changes: isBrowser ? 2 : 1 };
      const cells = await runMatrix((url, request, timeout) => platform.run({ url, request, timeout, warm }), allowed);
      print(`${name}, ${warm ? "over connections that a read has opened" : "over new connections"}`, cells);
      bad += cells.filter(isBad).length;
      if (warm) {
        const { changes, reached, repeated } = await runRaces(RACES, (url, change) => platform.run({ url, change }));
        console.log(
          `${changes} changes while the server closed idle connections: ${reached} reached it, ${repeated} of them more than once`,
        );
        if (reached === 0) bad++;
        else if (!isBrowser) bad += repeated;
      }
      await platform.close();
    }
  }
  const good = "Every call ended within its limit, and no request was sent more often than its effect and its platform allow.";
  console.log(
    bad > 0 ? `${bad} calls are marked with !: they were sent never or more often than their effect allows, or did not end.` : good,
  );
  process.exitCode = bad > 0 ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Installs the transport and the packages it needs as users get them, from archives of this working tree. */
function installPacked(): void {
  build("@reeve/transport");
  const archives = join(folder, "archives");
  mkdirSync(archives);
  for (const name of ["api/contract", "clients/auth", "clients/transport"])
    run("pnpm", ["pack", "--pack-destination", archives], join(root, "packages", name));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  const packed = globSync(join(archives, "*.tgz"));
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--silent", ...packed], { cwd: folder });
}

/** Bundles a module of the matrix with the installed packages in place of the sources. */
async function bundle(
  module: string,
  platform: "node" | "browser",
  output: { readonly file: string; readonly format: "esm" | "iife"; readonly name?: string },
): Promise<void> {
  const packed: Plugin = {
    name: "packed",
    resolveId(source) {
      if (!source.endsWith("/src/transport.ts")) return null;
      return this.resolve("@reeve/transport", join(folder, "program.mjs"), { skipSelf: true });
    },
  };
  const input = join(root, "packages/clients/transport/test/matrix", module);
  const bundle = await rolldown({ input, platform, plugins: [packed], logLevel: "silent" });
  const { output: chunks } = await bundle.write({ ...output, codeSplitting: false });
  const isSource = (path: string) => path.startsWith(join(root, "packages")) && path.includes("/src/");
  const sources = chunks.flatMap((chunk) => ("moduleIds" in chunk ? chunk.moduleIds.filter(isSource) : []));
  expectThat(sources.length === 0, `the bundle holds no sources, but it holds ${sources.join(", ")}`);
}

function isBad({ reached, allowed, ending }: Cell): boolean {
  return reached === 0 || reached > allowed || ending === ENDLESS;
}

/** Starts the program with this command. */
function startProgram(file: string, ...args: readonly string[]): Platform {
  const child = spawn(file, [...args, program], { stdio: ["pipe", "pipe", "inherit"] });
  return { run: through(child), close: () => child.kill() };
}

/** Opens a page without the checks of origins, because the page asks many servers. */
async function openPage(): Promise<Platform> {
  const opened = await openBrowser("--disable-web-security");
  expectThat(typeof opened === "object", `there is a browser: ${opened}`);
  const page = await opened.browser.newPage();
  await page.addScriptTag({ path: script });
  return {
    run: async (work) => {
      const call = `matrix.runWork(${JSON.stringify(work)})`;
      const late = new Promise<string>((resolve) => setTimeout(resolve, TIMEOUT, ENDLESS).unref());
      return Promise.race([page.evaluate<string>(call), late]);
    },
    close: () => opened.browser.close(),
  };
}

/** Runs cells and races in the program, which runs on the tested platform. */
function through(child: ChildProcess): (work: Work) => Promise<string> {
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
