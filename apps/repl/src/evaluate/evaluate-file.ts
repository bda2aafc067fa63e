import type { Code } from "../read-code.ts";
import type { NodeRepl } from "./node-repl.ts";

/**
 * Evaluates code as if it had been typed at once; what goes wrong is told as for what is typed. `done` is called before anything is looked at
 * that was typed meanwhile, unless the error of an `await` has given the prompt back already.
 */
export function evaluateFile(server: NodeRepl, { text, file }: Code, done: () => void): void {
  server.eval(`${text}\n`, globalThis, file, (error) => {
    if (error) server._domain.emit("error", error);
    else done();
  });
}
