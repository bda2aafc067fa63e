import { readFile, rename, writeFile } from "node:fs/promises";
import { posix } from "node:path";
import { type EngineContext, type NodeView, outputOf } from "@reeve/orchestrator/engine";
import { EXCLUDED } from "../specs/templates.ts";
import type { NameView } from "./name-nodes.ts";

export type ExclusionLists = ReturnType<typeof openExclusionLists>;

/** The lists of data nodes to decommission. Each is on its name node's volume, so it survives restarts and failovers. */
export function openExclusionLists({ exec }: Pick<EngineContext<unknown>, "exec">) {
  const files = exec ? filesAtNodes(exec) : filesHere;
  return {
    /** Returns the addresses in a name node's list. */
    async read(name: NameView, signal: AbortSignal): Promise<ReadonlySet<string>> {
      const text = await files.read(name, pathOf(name), signal);
      return new Set(text.split("\n").filter((line) => line !== ""));
    },
    write: (name: NameView, addresses: readonly string[], signal: AbortSignal) =>
      files.write(name, pathOf(name), addresses.map((each) => `${each}\n`).join(""), signal),
  };
}

interface Files {
  read(name: NameView, path: string, signal: AbortSignal): Promise<string>;
  /** Writes a file so that the name node never reads a part of it. */
  write(name: NameView, path: string, text: string, signal: AbortSignal): Promise<void>;
}

const filesHere: Files = {
  read: (_, path) => readFile(path, "utf8"),
  async write(_, path, text) {
    await writeFile(`${path}.new`, text);
    await rename(`${path}.new`, path);
  },
};

function filesAtNodes(exec: NonNullable<EngineContext<unknown>["exec"]>): Files {
  const run = async ({ node }: NameView, script: string, signal: AbortSignal) =>
    outputOf(await exec(taskOf(node), ["/bin/sh", "-c", script], signal));
  return {
    read: (name, path, signal) => run(name, `cat "${path}"`, signal),
    async write(name, path, text, signal) {
      await run(name, `printf '${text}' > "${path}.new" && mv "${path}.new" "${path}"`, signal);
    },
  };
}

/** Returns the path of the file, as the name node sees it. */
function pathOf({ folder }: NameView): string {
  return posix.join(folder, EXCLUDED);
}

function taskOf(node: NodeView): string {
  const task = node.tasks.find(({ task, state }) => task === "node" && state === "running");
  if (!task) throw new Error(`${node.id} is not running`);
  return task.taskId;
}
