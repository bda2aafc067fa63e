/**
 * Ends code that keeps the thread for longer than so many milliseconds, because no timer of this thread comes to run meanwhile: first with an
 * interrupt, as Ctrl-C does, and then, because what follows an `await` cannot be interrupted, with the process. Returns what takes that back.
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
  require("node:fs").writeSync(2, "error: the time is over, and the script did not let itself be interrupted: it was killed\\n");
  process.kill(process.pid, "SIGKILL");
}, workerData + 1_000);
`;
