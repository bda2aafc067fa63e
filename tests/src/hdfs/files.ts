import { createHash } from "node:crypto";
import { type IncomingMessage, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { readSite } from "@reeve/site-xml";

/** Files that a WebHDFS client writes and reads. All that this client knows comes from the document of the service. */
export interface Files {
  /**
   * Writes files until `stop` is called, with this many milliseconds between them (default: 50). Failed writes are counted, not repeated.
   */
  write(between?: number): Writer;
  /** The paths of acknowledged files that cannot be read with the written content. `new` checks only files that were not checked before. */
  missing(which: "new" | "all"): Promise<readonly string[]>;
  /** The number of acknowledged files. */
  readonly acknowledged: number;
  /** The names of the name nodes, with their HTTP addresses in the document. */
  readonly nameNodes: readonly (readonly [name: string, address: string])[];
}

interface Writer {
  /** Stops writing. Returns the number of failed writes, and the longest time in milliseconds without an acknowledgement. */
  stop(): Promise<{ readonly failed: number; readonly longest: number }>;
}

const BYTES = 20_000;
const TIMEOUT = 20_000;
/** Milliseconds for which the client looks for an active name node; the file system's own client also retries. */
const FAILOVER = 60_000;
/** Milliseconds for one attempt to read a file. Failed reads are repeated for as long as a failover may take. */
const READ = 2000;

/** Opens files on the name nodes that a document of the service names. */
export function openFiles(document: string): Files {
  const nameNodes = [...readSite(document).properties].flatMap(({ name, value }) => {
    const [, node] = /^dfs\.namenode\.http-address\..*\.(name-\d)-node$/.exec(name) ?? [];
    return node !== undefined && value !== undefined ? [[node, value] as const] : [];
  });
  if (nameNodes.length !== 2) throw new Error(`the document names ${nameNodes.length} name nodes`);
  const names = nameNodes.map(([, address]) => address);
  const acknowledged: number[] = [];
  let looked = 0;
  let next = 0;
  let first = 0;

  /** Sends a request to one name node after the other, because a standby name node refuses requests. */
  async function ask(method: string, path: string, query: string, body?: Buffer, within = FAILOVER): Promise<Buffer> {
    const until = Date.now() + within;
    for (;;) {
      const answer = await send(method, `http://${names[first]}/webhdfs/v1${path}?user.name=root&noredirect=true&${query}`).catch(
        () => undefined,
      );
      if (answer?.status === 200) {
        const { Location } = JSON.parse(answer.body.toString()) as { readonly Location: string };
        const stored = await send(method, Location, body);
        if (stored.status === 200 || stored.status === 201) return stored.body;
        throw new Error(`the data node answers ${stored.status}: ${stored.body.toString()}`);
      }
      if (answer?.status === 404) throw new Error(`${path} is not there`);
      if (Date.now() > until) throw new Error(`no name node answers: ${answer?.body.toString()}`);
      first = 1 - first;
      await sleep(200);
    }
  }

  async function writeOne(): Promise<boolean> {
    const id = next++;
    try {
      await ask("PUT", pathOf(id), "op=CREATE&overwrite=true", contentOf(id));
      acknowledged.push(id);
      return true;
    } catch {
      return false;
    }
  }

  async function isThere(id: number): Promise<boolean> {
    const content = await ask("GET", pathOf(id), "op=OPEN", undefined, READ).catch(() => undefined);
    return content?.equals(contentOf(id)) === true;
  }

  /**
   * Returns those files that cannot be read. Failed reads are repeated, because a name node may name a data node that has just stopped. A
   * file is missing once no file could be read for as long as a failover may take.
   */
  async function unreadable(ids: readonly number[]): Promise<readonly number[]> {
    let left = ids;
    for (let until = Date.now() + FAILOVER; left.length > 0; await sleep(1000)) {
      const gone: number[] = [];
      for (const id of left) if (!(await isThere(id))) gone.push(id);
      if (gone.length < left.length) until = Date.now() + FAILOVER;
      left = gone;
      if (Date.now() > until) break;
    }
    return left;
  }

  return {
    nameNodes,
    get acknowledged() {
      return acknowledged.length;
    },
    write(between = 50) {
      let isOver = false;
      let [failed, longest, last] = [0, 0, Date.now()];
      const work = (async () => {
        while (!isOver) {
          if (await writeOne()) {
            longest = Math.max(longest, Date.now() - last);
            last = Date.now();
          } else failed++;
          await sleep(between);
        }
      })();
      return {
        async stop() {
          isOver = true;
          await work;
          return { failed, longest };
        },
      };
    },
    async missing(which) {
      const ids = which === "all" ? [...acknowledged] : acknowledged.slice(looked);
      looked = acknowledged.length;
      return (await unreadable(ids)).map(pathOf);
    },
  };
}

const pathOf = (id: number) => `/kept/file-${id}`;

/** The content of a file, which is different for each id. */
function contentOf(id: number): Buffer {
  const seed = createHash("sha256").update(String(id)).digest();
  return Buffer.alloc(BYTES, seed);
}

interface Answer {
  readonly status: number | undefined;
  readonly body: Buffer;
}

/** Uses node:http, because data nodes send a `100 Continue` that `fetch` refuses. */
function send(method: string, url: string, body?: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/octet-stream" };
    const requested = request(url, { method, headers, agent: false, signal: AbortSignal.timeout(TIMEOUT) });
    requested.once("error", reject);
    requested.once("response", (response: IncomingMessage) => {
      const pieces: Buffer[] = [];
      response.on("data", (piece: Buffer) => pieces.push(piece));
      response.once("error", reject);
      response.once("end", () => resolve({ status: response.statusCode, body: Buffer.concat(pieces) }));
    });
    requested.end(body);
  });
}
