/**
 * Evaluates code so that Ctrl-C interrupts it. Node's REPL does not interrupt while the process has a listener for that signal: it removes
 * the listeners after it has begun to watch, and the signal then ends the process.
 */
export function interruptible(evaluate: () => void): void {
  const listeners = process.rawListeners("SIGINT") as (() => void)[];
  process.removeAllListeners("SIGINT");
  try {
    evaluate();
  } finally {
    for (const listener of listeners) process.on("SIGINT", listener);
  }
}
