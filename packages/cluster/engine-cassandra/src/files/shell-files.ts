import type { Limited } from "@reeve/backups";
import { isReeveError, ReeveError } from "@reeve/contract";
import { type Clock, type Program, pause, reasonOf } from "@reeve/orchestrator/engine";
import type { NodeFiles } from "./node-files.ts";
import { COMMAND, type Shell, shellOf } from "./shell.ts";

/** Runs a program next to a node's task. */
export type RunningTask = (command: readonly string[], signal: AbortSignal) => Promise<Program>;

interface ShellFilesOptions {
  /** Returns the node's current task; throws if the node does not run. */
  readonly start: () => RunningTask;
  readonly clock: Clock;
  /** Limits how many files go through this process at the same time. */
  readonly limited: Limited;
  readonly signal: AbortSignal;
  report(message: string): void;
}

/** Milliseconds for which a request is repeated. The node may be restarting, or the cluster's API server. */
const REPEATED = 120_000;
const RETRY_INTERVAL = 1000;

/**
 * The files of a node that runs elsewhere. Shells next to the node list, hash, read and write them, and the contents go through this
 * process, because neither the node's image has a client of the object store, nor should the store's keys get there. Every request can be
 * repeated, so a lost connection costs only time.
 */
export function shellFiles(node: string, { start, clock, limited, signal, report }: ShellFilesOptions): NodeFiles {
  const idle: Shell[] = [];

  const close = () => {
    for (const shell of idle.splice(0)) shell.close();
  };

  async function once<Result>(work: (shell: Shell) => Promise<Result>): Promise<Result> {
    const shell = idle.pop() ?? shellOf(await start()(COMMAND, signal), clock);
    try {
      const result = await work(shell);
      if (shell.isOpen) idle.push(shell);
      return result;
    } catch (error) {
      shell.close();
      // The other connections are probably lost, too.
      close();
      throw error;
    }
  }

  async function ask<Result>(work: (shell: Shell) => Promise<Result>): Promise<Result> {
    for (let deadline: number | undefined; ; await pause(clock, RETRY_INTERVAL, signal)) {
      signal.throwIfAborted();
      try {
        return await once(work);
      } catch (error) {
        signal.throwIfAborted();
        if (isReeveError(error)) throw error;
        const reason = `the files of ${node} cannot be reached: ${reasonOf(error)}`;
        deadline ??= clock.now() + REPEATED;
        if (clock.now() > deadline) throw new ReeveError("server-failure", reason, {}, { cause: error });
        report(`waiting, because ${reason}`);
      }
    }
  }

  const list = (folder: string) =>
    ask(async (shell) => {
      await shell.ask("list", folder);
      const found: { readonly isFolder: boolean; readonly name: string; readonly bytes: number }[] = [];
      for (let line = await shell.line(); line !== ""; line = await shell.line()) {
        const [type = "", bytes = "", ...path] = line.split(":");
        const name = path.join(":").slice(folder.length + 1);
        found.push({ isFolder: type === "directory", name, bytes: Number(bytes) });
      }
      return found;
    });

  return {
    async expectFolder(folder) {
      await list(folder);
    },
    folders: async (folder) => (await list(folder)).filter(({ isFolder }) => isFolder).map(({ name }) => name),
    files: async (folder) => (await list(folder)).filter(({ isFolder }) => !isFolder),
    sha256: ({ path, bytes }) =>
      ask(async (shell) => {
        await shell.ask("hash", path, bytes);
        return checksumIn(await shell.line(bytes));
      }),
    upload: (file, key, place) =>
      limited(() =>
        ask(async (shell) => {
          await shell.ask("read", file.path);
          await place.putContent(key, shell.bytes(file.bytes), file, signal);
          if ((await shell.line()) !== "") throw new Error(`${file.path} has become longer`);
        }),
      ),
    download: (key, { path, bytes, sha256 }, place) =>
      limited(() =>
        ask(async (shell) => {
          await shell.ask("write", path, bytes);
          // From here on, the content is read to its end or given up, so that its connection is free again.
          const content = await place.getContent(key, signal);
          if (!content) {
            shell.close();
            return "missing";
          }
          const written = checksumIn(await shell.send(content, bytes));
          return written === sha256 ? "complete" : "damaged";
        }),
      ),
    remove: (folder) =>
      ask(async (shell) => {
        await shell.ask("remove", folder);
        await shell.line();
      }),
    async [Symbol.asyncDispose]() {
      close();
    },
  };
}

/** Returns the checksum in a line of `sha256sum`; undefined if there is none. */
const checksumIn = (line: string | undefined) => /^[0-9a-f]{64}/.exec(line ?? "")?.[0];
