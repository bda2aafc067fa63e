import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";

/** Computes the SHA-256 checksums of files. */
export interface FileHasher extends AsyncDisposable {
  hash(path: string, signal: AbortSignal): Promise<string>;
}

/** The largest number of threads. With more, the disk would probably be the limit. */
const MAX_THREADS = 4;

/**
 * Returns how to open hashers that share a few threads. In the main thread, hashing large files would delay requests. And the files are
 * read in those threads themselves: the threads that otherwise read files are busy for seconds while files are flushed to disk. The threads
 * run while a hasher is open.
 */
export function fileHashers(): () => FileHasher {
  let users = 0;
  let threads: HashingThread[] = [];
  const most = Math.min(MAX_THREADS, availableParallelism());

  function freest(): HashingThread {
    const [first] = threads.toSorted((a, b) => a.files() - b.files());
    if (first && (first.files() === 0 || threads.length === most)) return first;
    const thread = startThread();
    threads.push(thread);
    return thread;
  }

  return () => {
    users++;
    return {
      hash: (path, signal) => freest().hash(path, signal),
      async [Symbol.asyncDispose]() {
        if (--users > 0) return;
        const unused = threads;
        threads = [];
        await Promise.all(unused.map((thread) => thread.end()));
      },
    };
  };
}

type HashingThread = ReturnType<typeof startThread>;

interface Reply {
  readonly id: number;
  readonly sha256?: string;
  readonly error?: Error;
}

function startThread() {
  const worker = new Worker(WORK, { eval: true });
  worker.unref();
  const waiting = new Map<number, PromiseWithResolvers<string>>();
  let last = 0;
  const fail = (error: Error) => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.on("message", ({ id, sha256, error }: Reply) => {
    const asked = waiting.get(id);
    waiting.delete(id);
    if (sha256 === undefined) asked?.reject(error);
    else asked?.resolve(sha256);
  });
  worker.on("error", fail);
  worker.on("exit", () => fail(new Error("the thread that computes checksums has ended")));
  return {
    /** The number of files that the thread still has to hash. */
    files: () => waiting.size,
    async hash(path: string, signal: AbortSignal): Promise<string> {
      signal.throwIfAborted();
      const id = ++last;
      const asked = Promise.withResolvers<string>();
      waiting.set(id, asked);
      const abort = () => asked.reject(signal.reason);
      signal.addEventListener("abort", abort);
      worker.postMessage({ id, path });
      try {
        return await asked.promise;
      } finally {
        signal.removeEventListener("abort", abort);
      }
    },
    end: () => worker.terminate(),
  };
}

/** The program of the thread. It is a text, so that it needs no file of its own when this package is part of a bundle. */
const WORK = `
const { parentPort } = require("node:worker_threads");
const { closeSync, openSync, readSync } = require("node:fs");
const { createHash } = require("node:crypto");
const piece = Buffer.allocUnsafe(2 ** 20);
function hashOf(path) {
  const file = openSync(path);
  try {
    const hash = createHash("sha256");
    for (;;) {
      const bytes = readSync(file, piece);
      if (bytes === 0) return hash.digest("hex");
      hash.update(piece.subarray(0, bytes));
    }
  } finally {
    closeSync(file);
  }
}
parentPort.on("message", ({ id, path }) => {
  try {
    parentPort.postMessage({ id, sha256: hashOf(path) });
  } catch (error) {
    parentPort.postMessage({ id, error });
  }
});
`;
