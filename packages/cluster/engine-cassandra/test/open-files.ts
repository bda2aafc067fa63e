import { type NodeView, systemClock } from "@reeve/orchestrator/engine";
import { nodeFiles, type OpenNodeFiles } from "../src/files/node-files.ts";
import { spawnProgram } from "./spawned-program.ts";

const context = {
  clock: systemClock,
  node: () => ({ tasks: [{ state: "running", taskId: "node-0-node__1" }] }) as unknown as NodeView,
};

/** The files of a node on this machine, which are used directly, or through shells as if the node ran elsewhere. */
export const openFiles: Readonly<Record<"here" | "elsewhere", OpenNodeFiles>> = {
  here: nodeFiles(context),
  elsewhere: nodeFiles({ ...context, exec: async (_task, command) => spawnProgram(command, process.env) }),
};
