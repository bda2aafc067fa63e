/**
 * Ends code that blocks the thread for longer than `milliseconds`; no timer of the blocked thread could do so. The code is first
 * interrupted as by Ctrl-C. Then the process is ended, because code after an `await` cannot be interrupted. Returns a function that cancels
 * the timeout.
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
