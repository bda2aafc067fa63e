/**
 * `npm run trial`: lists the trials, which take minutes or hours and are never part of the gate. `npm run trial NAME -- ARGUMENTS` runs
 * one. A trial is a program in `trials/`, described by its first comment.
 */
import { spawn } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { root } from "./workspace.ts";

const folder = join(root, "trials");
const names = globSync("*.ts", { cwd: folder })
  .map((file) => basename(file, ".ts"))
  .sort();

const [name, ...args] = process.argv.slice(2);
if (name === undefined) {
  for (const each of names) console.log(`${each}\n${descriptionOf(each).replace(/^/gm, "    ")}\n`);
} else if (names.includes(name)) {
  const program = spawn(process.execPath, [join(folder, `${name}.ts`), ...args], { cwd: root, stdio: "inherit" });
  // The terminal sends Ctrl-C to the trial, too. This process ignores it and waits until the trial has cleaned up.
  process.on("SIGINT", () => {});
  program.once("exit", (code, signal) => {
    process.exitCode = code ?? 1;
    if (signal) console.error(`${name} was stopped by ${signal}`);
  });
} else {
  console.error(`no trial "${name}". There are: ${names.join(", ")}`);
  process.exitCode = 2;
}

function descriptionOf(trial: string): string {
  const comment = /^\/\*\*([\s\S]*?)\*\//.exec(readFileSync(join(folder, `${trial}.ts`), "utf8"))?.[1];
  if (comment === undefined) throw new Error(`trials/${trial}.ts must begin with a comment that describes it`);
  return comment.replace(/^ *\*? ?/gm, "").trim();
}
