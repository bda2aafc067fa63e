/**
 * Evaluates something that Ctrl-C is to interrupt. While a listener of the process waits for that signal, Node's REPL would not interrupt:
 * it takes the listeners away after it has begun to watch, and the signal then ends the process.
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
