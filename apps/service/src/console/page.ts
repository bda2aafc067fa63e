import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { ReeveError } from "@reeve/contract";
import { streamed } from "../http/answer.ts";
import type { HttpAnswer, HttpRequest } from "../http/message.ts";
import type { PageFile } from "./page-files.ts";

interface Ready {
  readonly headers: Readonly<Record<string, string>>;
  readonly plain: Uint8Array;
  readonly compressed: Uint8Array;
}

/** Headers that allow the page to load and run only its own files, and that forbid other pages to show it in a frame. */
const GUARD = {
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join("; "),
  "x-frame-options": "DENY",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
} as const;

/** Serves the page of the console. The first request reads or builds its files. */
export function createPage(make: () => Promise<readonly PageFile[]> = readPage) {
  let files: Promise<ReadonlyMap<string, Ready>> | undefined;
  const begin = () => {
    files ??= prepare(make);
    return files;
  };
  const finished = async () => {
    try {
      return await begin();
    } catch (error) {
      // The next request builds the page again, because this attempt may have failed on a source file that was just being edited.
      files = undefined;
      throw error;
    }
  };
  return {
    /** Returns the file at a path. Throws `not-found` if there is no such file. */
    file: async (request: HttpRequest, path: string): Promise<HttpAnswer> => {
      const isVisit = path === "/" && request.header("sec-fetch-mode") === "navigate";
      if (isVisit && !(await isSettled(begin()))) return sentInPieces(begin());
      const found = (await finished()).get(path);
      if (!found) throw new ReeveError("not-found", `there is nothing at ${path.slice(0, 200)}`);
      const takesCompressed = /\bgzip\b/.test(request.header("accept-encoding") ?? "");
      const body = takesCompressed ? found.compressed : found.plain;
      const encoding = takesCompressed ? { "content-encoding": "gzip" } : {};
      return { status: 200, headers: { ...found.headers, ...encoding, "content-length": String(body.length) }, body };
    },
  };
}

/** Milliseconds after which a visitor is told that the page is still being built. */
const SILENCE = 300;

/** Whether a promise is settled, or becomes settled within a moment. */
function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const settled = () => true;
  return Promise.race([promise.then(settled, settled), sleep(SILENCE, false, { ref: false })]);
}

/** Sends a sentence and then the page in one answer: a browser that loads the address again loses the code of a one-time link. */
function sentInPieces(finished: Promise<ReadonlyMap<string, Ready>>): HttpAnswer {
  async function* pieces() {
    yield Buffer.from(`<!doctype html><title>Reeve</title><p id="meanwhile">${MEANWHILE}</p>`);
    yield await finished.then(
      (files) => files.get("/")?.plain ?? Buffer.alloc(0),
      () => Buffer.from("<p>The console could not be built. Open this page again to see the reason.</p>"),
    );
  }
  return streamed(pieces(), { "content-type": "text/html; charset=utf-8", "cache-control": "no-store", ...GUARD });
}

const MEANWHILE = "The console is being built from its sources. This takes a few seconds, once.";

/** Loaded at the first request, because the page is larger than all the code that answers requests. */
async function readPage(): Promise<readonly PageFile[]> {
  const { pageFiles } = await import("./page-files.ts");
  return pageFiles();
}

async function prepare(make: () => Promise<readonly PageFile[]>): Promise<ReadonlyMap<string, Ready>> {
  const made = await make();
  return new Map(await Promise.all(made.map(async (file) => [file.path, await readyFile(file)] as const)));
}

async function readyFile({ path, type, text }: PageFile): Promise<Ready> {
  const plain = Buffer.from(text);
  // All file names except `/` contain a hash of the file's text, so the file under such a name never changes.
  const keep = path === "/" ? "no-cache" : "public, max-age=31536000, immutable";
  const etag = `"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`;
  const headers = { "content-type": type, "cache-control": keep, etag, vary: "accept-encoding", ...GUARD };
  return { headers, plain, compressed: await promisify(gzip)(plain, { level: 9 }) };
}
