import { operation } from "@reeve/contract";
import { NodeInput, nodeOperations } from "@reeve/scheduler-models";

const node = { input: NodeInput, example: { node: "data-0" } } as const;

export const listPods = operation({ ...nodeOperations.list, routes: { V1: "GET /pod", V2: "GET /pods" } });

export const podInfo = operation({
  ...nodeOperations.info,
  ...node,
  routes: { V1: "GET /pod/{node}/info", V2: "GET /pods/{node}/info" },
});

export const restartPod = operation({
  ...nodeOperations.restart,
  ...node,
  routes: { V1: "POST /pod/{node}/restart", V2: "POST /pods/{node}/restart" },
});

export const replacePod = operation({
  ...nodeOperations.replace,
  ...node,
  routes: { V1: "POST /pod/{node}/replace", V2: "POST /pods/{node}/replace" },
});

export const pausePod = operation({ ...nodeOperations.pause, ...node, routes: { V1: "POST /pod/{node}/pause" } });
