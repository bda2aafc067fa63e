import { createHash } from "node:crypto";
import { type IncomingMessage, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { readSite } from "@reeve/site-xml";

/** Files that a WebHDFS client, which knows the served document alone, writes and reads. */
export interface Files {
  /** Writes files until it is stopped; a write that fails is counted and not repeated. */
  write(): Writer;
  /** The paths of files that were acknowledged and cannot be read as they were written. */
  missing(): Promise<readonly string[]>;
  /** How many were acknowledged. */
  readonly acknowledged: number;
}

interface Writer {
  /** Ends it; the answer is the number of writes that failed. */
  stop(): Promise<number>;
}

const BYTES = 20_000;
const TIMEOUT = 20_000;
/** Milliseconds within which a client goes on asking for an active name node, as the file system's own does. */
const FAILOVER = 60_000;

/** Finds the name nodes in a served document. */
export function openFiles(document: string): Files {
  const names = [...readSite(document).properties].flatMap(({ name, value }) =>
    name.startsWith("dfs.namenode.http-address.") && value !== undefined ? [value] : [],
  );
  if (names.length !== 2) throw new Error(`the document names ${names.length} name nodes`);
  const acknowledged: number[] = [];
  let next = 0;
  let first = 0;

  /** Asks one name node after the other; a standby refuses. */
  async function ask(method: string, path: string, query: string, body?: Buffer): Promise<Buffer> {
    const until = Date.now() + FAILOVER;
    for (;;) {
      const answer = await send(
        method,
        `http://${names[first]}/webhdfs/v1${path}?user.name=root&noredirect=true&${query}`,
      ).catch(() => undefined);
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

  return {
    get acknowledged() {
      return acknowledged.length;
    },
    write() {
      let isOver = false;
      let failed = 0;
      const work = (async () => {
        while (!isOver) {
          if (!(await writeOne())) failed++;
          await sleep(20);
        }
      })();
      return {
        async stop() {
          isOver = true;
          await work;
          return failed;
        },
      };
    },
    async missing() {
      const gone: string[] = [];
      for (const id of acknowledged) {
        const content = await ask("GET", pathOf(id), "op=OPEN").catch(() => Buffer.alloc(0));
        if (!content.equals(contentOf(id))) gone.push(pathOf(id));
      }
      return gone;
    },
  };
}

const pathOf = (id: number) => `/kept/file-${id}`;

/** Content that no other file has. */
function contentOf(id: number): Buffer {
  const seed = createHash("sha256").update(String(id)).digest();
  return Buffer.alloc(BYTES, seed);
}

interface Answer {
  readonly status: number | undefined;
  readonly body: Buffer;
}

/** By node:http, because data nodes send a `100 Continue` that was not asked for, which `fetch` refuses. */
function send(method: string, url: string, body?: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/octet-stream" };
    const asked = request(url, { method, headers, agent: false, signal: AbortSignal.timeout(TIMEOUT) });
    asked.once("error", reject);
    asked.once("response", (response: IncomingMessage) => {
      const pieces: Buffer[] = [];
      response.on("data", (piece: Buffer) => pieces.push(piece));
      response.once("error", reject);
      response.once("end", () => resolve({ status: response.statusCode, body: Buffer.concat(pieces) }));
    });
    asked.end(body);
  });
}
