import { operation } from "@reeve/contract";
import { NodeInput, NodeTasksInput, nodeOperations, ReplaceNodeInput } from "@reeve/scheduler-models";

const node = { input: NodeInput, example: { node: "data-0" } } as const;

export const listFileSystemPods = operation({
  ...nodeOperations.list,
  // A message broker lists its nodes at the same path as V1, so the names of the nodes distinguish the two kinds of service.
  provesKind: (nodes) => nodes.length === 0 || nodes.some((node) => /^(?:data|journal|name|fc)-\d/.test(node)),
  routes: { V1: "GET /pod", V2: "GET /pods" },
});

export const fileSystemPodInfo = operation({
  ...nodeOperations.info,
  ...node,
  routes: { V1: "GET /pod/{node}/info", V2: "GET /pods/{node}/info" },
});

export const restartFileSystemPod = operation({
  ...nodeOperations.restart,
  ...node,
  input: NodeTasksInput,
  listBody: "tasks",
  routes: { V1: "POST /pod/{node}/restart", V2: "POST /pods/{node}/restart" },
});

export const replaceFileSystemPod = operation({
  ...nodeOperations.replace,
  ...node,
  input: ReplaceNodeInput,
  routes: { V1: "POST /pod/{node}/replace?force={force}", V2: "POST /pods/{node}/replace?force={force}" },
});

export const pauseFileSystemPod = operation({ ...nodeOperations.pause, ...node, routes: { V1: "POST /pod/{node}/pause" } });

/** The operations on pods, by verb. */
export const fileSystemPodOperations = {
  list: listFileSystemPods,
  info: fileSystemPodInfo,
  restart: restartFileSystemPod,
  replace: replaceFileSystemPod,
  pause: pauseFileSystemPod,
} as const;
