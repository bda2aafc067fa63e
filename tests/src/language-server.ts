import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

/** The language server of TypeScript, which editors ask for what they show. */
export interface LanguageServer extends Disposable {
  /** Opens a file with this text, whether the file exists or not. */
  open(file: string, text: string): void;
  /** The documentation that an editor shows when the user points at a place in an open file; both counts begin at 0. */
  documentation(file: string, line: number, character: number): Promise<string>;
}

/** Starts the language server for the project in a folder. */
export async function startLanguageServer(folder: string): Promise<LanguageServer> {
  const compiler = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
  const server = spawn(process.execPath, [compiler, "--lsp", "--stdio"], { stdio: ["pipe", "pipe", "ignore"] });
  const waiting = new Map<number, (result: unknown) => void>();
  let last = 0;
  const write = (message: object) => {
    const text = JSON.stringify({ jsonrpc: "2.0", ...message });
    server.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  };
  const ask = (method: string, params: object): Promise<unknown> => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    waiting.set(++last, resolve);
    write({ id: last, method, params });
    return promise;
  };
  readMessages(server.stdout, ({ id, method, params, result }) => {
    if (method === undefined && id !== undefined) waiting.get(id)?.(result);
    // The server also asks, for example for settings. A list with nothing for each setting is an answer.
    if (method !== undefined && id !== undefined) write({ id, result: params?.items?.map(() => null) ?? null });
  });
  const capabilities = { textDocument: { hover: { contentFormat: ["markdown"] } } };
  await ask("initialize", { processId: process.pid, rootUri: pathToFileURL(folder).href, capabilities });
  write({ method: "initialized", params: {} });
  return {
    open: (file, text) =>
      write({
        method: "textDocument/didOpen",
        params: { textDocument: { uri: pathToFileURL(file).href, languageId: "typescript", version: 1, text } },
      }),
    documentation: async (file, line, character) => {
      const textDocument = { uri: pathToFileURL(file).href };
      const hover = await ask("textDocument/hover", { textDocument, position: { line, character } });
      const { contents } = (hover ?? {}) as { readonly contents?: { readonly value: string } };
      // The type comes first, as a block of code.
      return contents?.value.split("```\n").at(-1)?.trim() ?? "";
    },
    [Symbol.dispose]: () => void server.kill(),
  };
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly items?: readonly unknown[] };
  readonly result?: unknown;
}

/** Reads messages, each of which comes after a header with its length in bytes. */
function readMessages(stream: NodeJS.ReadableStream, take: (message: Message) => void): void {
  let received = Buffer.alloc(0);
  stream.on("data", (piece: Buffer) => {
    received = Buffer.concat([received, piece]);
    for (;;) {
      const begin = received.indexOf("\r\n\r\n") + 4;
      const length = Number(/Content-Length: (\d+)/i.exec(received.subarray(0, begin).toString())?.[1]);
      if (begin < 4 || received.length < begin + length) return;
      const text = received.subarray(begin, begin + length).toString();
      received = received.subarray(begin + length);
      take(JSON.parse(text));
    }
  });
}
