import { cpSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, inject, onTestFinished, test } from "vitest";
import { type Ended, type Home, makeHome, reeve, reeveProcess } from "./command-line.ts";

const COMMANDS = ["up", "down", "console", "deploy", "definition", "engines", "logs"];

/** A copy of the bundle in a folder from which `@reeve/service` cannot be found, as after an installation without optional packages. */
function client(): { readonly home: Home; readonly run: (line: string) => Promise<Ended> } {
  const home = makeHome();
  onTestFinished(() => home[Symbol.dispose]());
  cpSync(dirname(inject("program")), join(home.folder, "client"), { recursive: true });
  return { home, run: (line) => reeveProcess(home, line, { program: join(home.folder, "client/reeve.cjs") }) };
}

test("without the service, its commands say in one sentence what to install", async () => {
  const { run } = client();
  for (const line of [...COMMANDS, "up --help", "stop"]) {
    const { code, out, err } = await run(line);
    const name = line === "stop" ? "down" : line.split(" ")[0];
    const sentence = `reeve ${name} needs the package @reeve/service, which is not installed: npm install --global @reeve/service`;
    expect({ code, out, err }).toEqual({ code: 2, out: "", err: `error: ${sentence}\n` });
  }
  const { code, err } = await run("repl --demo --eval 1");
  expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining("npm install --global @reeve/service") });
});

test("help and completion list the commands of the service only if it is installed", async () => {
  const { home, run } = client();
  const listedIn = (help: string) => COMMANDS.filter((name) => new RegExp(`^ {2}${name} `, "m").test(help));
  for (const line of ["--help", "--help --no-color"]) {
    const [alone, whole] = [await run(line), await reeveProcess(home, line)];
    expect([listedIn(alone.out), listedIn(whole.out)]).toEqual([[], COMMANDS]);
  }
  const completed = async (ended: Promise<Ended>) => (await ended).out.split("\n").map((each) => each.split("\t")[0]);
  const [alone, whole] = [await completed(run("__complete d")), await completed(reeve(home, "__complete d"))];
  expect([alone, whole]).toEqual([
    ["doctor", ""],
    ["down", "deploy", "definition", "doctor", ""].sort((a, b) => whole.indexOf(a) - whole.indexOf(b)),
  ]);
});

test("without the service, the other commands work", async () => {
  const { run } = client();
  expect(await run("operations broker --revision R3 -o name")).toMatchObject({ code: 0, err: "" });
  expect(await run("status")).toMatchObject({ code: 2, err: expect.stringContaining("no cluster is set") });
  expect((await run("upp")).err).toContain("unknown command");
});
