/**
 * Ends code that blocks the thread for longer than some milliseconds, when no timer of this thread can run: first with an interrupt, as
 * Ctrl-C does, then by ending the process, because code after an `await` cannot be interrupted. Returns a function that cancels this.
 */
export function interruptAfter(milliseconds: number): () => void {
  const { Worker } = process.getBuiltinModule("node:worker_threads");
  const worker = new Worker(WATCH, { eval: true, workerData: milliseconds });
  worker.unref();
  return () => void worker.terminate();
}

const WATCH = `
const { workerData } = require("node:worker_threads");
setTimeout(() => process.kill(process.pid, "SIGINT"), workerData);
setTimeout(() => {
  require("node:fs").writeSync(2, "error: the timeout has passed, and the script could not be interrupted: it was killed\\n");
  process.kill(process.pid, "SIGKILL");
}, workerData + 1_000);
`;
