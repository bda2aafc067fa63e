import { Worker } from "node:worker_threads";
import { isReeveError, ReeveError } from "@reeve/contract";
import type { DefinitionPlace, Locate } from "./check-definition.ts";

type Asked = Parameters<Locate>;

/** What the thread has read: the value, and the places in the order of the questions. */
interface Read {
  readonly value: unknown;
  readonly places: readonly (DefinitionPlace | undefined)[];
}

/** Seconds after which the thread is ended. A megabyte takes about two. */
const TIMEOUT = 30;

/** Megabytes of memory that the thread may use. A megabyte of text takes about two hundred. */
const MEMORY = 1024;

/**
 * Reads a large YAML text in a thread, because parsing takes long and would block all other requests. `use` gets the value. If `use` asks
 * for places and fails, the text is read again to find these places, and `use` is called again.
 */
export async function readInThread<Value>(text: string, name: string, use: (value: unknown, locate: Locate) => Value): Promise<Value> {
  const asked: Asked[] = [];
  const { value } = await readAlone(text, name, []);
  try {
    return use(value, (...place) => void asked.push(place));
  } catch (error) {
    if (!isReeveError(error) || asked.length === 0) throw error;
  }
  const { places } = await readAlone(text, name, asked);
  let next = 0;
  return use(value, () => places[next++]);
}

let last: Promise<unknown> = Promise.resolve();

/** Texts are read one after the other, so that many of them together do not use up the machine. */
function readAlone(text: string, name: string, asked: readonly Asked[]): Promise<Read> {
  const read = last.then(() => readOnce(text, name, asked));
  last = read.catch(() => undefined);
  return read;
}

async function readOnce(text: string, name: string, asked: readonly Asked[]): Promise<Read> {
  const tooMuch = (what: string) =>
    new ReeveError("bad-input", `${name}: reading it takes more than ${what}; write a smaller definition, or write JSON`);
  const { promise, resolve, reject } = Promise.withResolvers<Read>();
  const worker = new Worker(WORK, {
    eval: true,
    workerData: { module: new URL(READER, import.meta.url).href, text, name, asked },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY },
  });
  using _late = setTimeout(() => reject(tooMuch(`${TIMEOUT} s`)), TIMEOUT * 1000);
  worker.on("message", ({ read, refusal }: { readonly read?: Read; readonly refusal?: string }) =>
    read ? resolve(read) : reject(new ReeveError("bad-input", refusal ?? "")),
  );
  worker.on("error", (error: NodeJS.ErrnoException) => reject(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? tooMuch(`${MEMORY} MB`) : error));
  worker.on("exit", () => reject(new Error("the thread that reads definitions has ended")));
  try {
    return await promise;
  } finally {
    await worker.terminate();
  }
}

/** The reader beside this module, with the same ending: sources are TypeScript, what is published is JavaScript. */
const READER = `./read-yaml${import.meta.url.slice(import.meta.url.lastIndexOf("."))}`;

const WORK = `
const { parentPort, workerData: { module, text, name, asked } } = require("node:worker_threads");
import(module).then(({ readYaml }) => {
  try {
    const { value, locate } = readYaml(text, name);
    parentPort.postMessage({ read: { value, places: asked.map((place) => locate(...place)) } });
  } catch (error) {
    if (error.code !== "bad-input") throw error;
    parentPort.postMessage({ refusal: error.message });
  }
});
`;
