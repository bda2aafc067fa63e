import type { Code } from "../read-code.ts";
import type { NodeRepl } from "./node-repl.ts";

/**
 * Evaluates code as if it had been typed at once, and reports its errors likewise. `done` is called before later input is evaluated, unless
 * an error of an `await` has already given the prompt back.
 */
export function evaluateFile(server: NodeRepl, { text, file }: Code, done: () => void): void {
  server.eval(`${text}\n`, globalThis, file, (error) => {
    if (error) server._domain.emit("error", error);
    else done();
  });
}
