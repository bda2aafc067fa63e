import type { Code } from "../read-code.ts";
import { type NodeRepl, raise } from "./node-repl.ts";

/**
 * Evaluates the code of a file as if the user had typed it all at once, and reports errors in the same way. `done` is called at the end,
 * unless an error of the code has already restored the prompt.
 */
export function evaluateFile(server: NodeRepl, { text, file }: Code, done: () => void): void {
  server.eval(`${text}\n`, globalThis, file, (error) => {
    if (error) raise(server, error);
    else done();
  });
}
