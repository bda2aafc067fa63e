import type { NodeRepl } from "./node-repl.ts";

/** Evaluates code as if it had been typed at once. What goes wrong is told as for what is typed. */
export function evaluateFile(server: NodeRepl, code: string, file: string): Promise<void> {
  return new Promise((resolve) => {
    const failed = () => resolve();
    server._domain.once("error", failed);
    server.eval(`${code}\n`, globalThis, file, (error) => {
      if (error) server._domain.emit("error", error);
      server._domain.off("error", failed);
      resolve();
    });
  });
}
