import { safe } from "@reeve/terminal";
import { evaluateFile } from "../evaluate/evaluator.ts";
import type { NodeRepl } from "../evaluate/node-repl.ts";
import { redactLine } from "../history/redact-line.ts";
import type { LazyLive } from "../parts/lazy-live.ts";
import { type ResultFormat, resultFormats } from "../show/write.ts";
import { type Code, readCode } from "../start/read-code.ts";
import type { Shell } from "../start/shell.ts";

/** The dot commands that Node's REPL does not have. */
export function defineCommands(server: NodeRepl, shell: Shell, live: LazyLive): void {
  const { switches, secrets } = shell;
  const command = (name: string, help: string, work: (argument: string) => string | undefined) =>
    server.defineCommand(name, {
      help,
      action: (argument) => {
        const answer = work(argument.trim());
        if (answer !== undefined) server.output.write(`${safe(answer)}\n`);
        server.displayPrompt();
      },
    });
  command("trace", "Show each request: .trace on, .trace off", (argument) => {
    if (argument === "on" || argument === "off") switches.trace = argument === "on";
    else if (argument !== "") return `.trace takes on or off, not ${JSON.stringify(argument)}`;
    return `requests are ${switches.trace ? "shown" : "not shown"}`;
  });
  command("format", "Set the format of results: table, json or yaml", (argument) => {
    const format = resultFormats.find((each) => each === argument);
    if (format) switches.format = format satisfies ResultFormat;
    else if (argument !== "") return `.format takes ${resultFormats.join(", ")}, not ${JSON.stringify(argument)}`;
    return `results are written as ${switches.format}`;
  });
  command("save", "Save the typed lines to a file, without secrets", (file) => {
    if (file === "") return ".save needs the name of a file";
    const lines = server.lines.flatMap((line) => redactLine(line, secrets.redact) ?? []);
    return attempt(`saved to ${file}`, () => {
      process.getBuiltinModule("node:fs").writeFileSync(file, `${lines.join("\n")}\n`, { mode: 0o600 });
    });
  });
  server.defineCommand("load", {
    help: "Evaluate a file",
    action: (argument) => {
      const file = argument.trim();
      let code: Code | undefined;
      const answer = file === "" ? ".load needs the name of a file" : attempt("", () => (code = readCode(file)));
      if (code) {
        evaluateFile(server, code, () => server.displayPrompt());
        return;
      }
      server.output.write(`${safe(answer)}\n`);
      server.displayPrompt();
    },
  });
  server.defineCommand("help", {
    help: "List what the shell offers",
    action: () => {
      server.output.write(`${server.writer(live().help())}\n`);
      server.displayPrompt();
    },
  });
}

/** Runs an action on a file, and returns a sentence about its success or failure. */
function attempt(success: string, work: () => unknown): string {
  try {
    work();
    return success;
  } catch (error) {
    return `error: ${error instanceof Error ? error.message : String(error)}`;
  }
}
