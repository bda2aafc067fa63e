/**
 * Removes the listeners for Ctrl-C while code is evaluated, so that Ctrl-C interrupts the code. Node's REPL removes the listeners itself,
 * but only after it has begun to watch for the signal; Ctrl-C would then end the process.
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
