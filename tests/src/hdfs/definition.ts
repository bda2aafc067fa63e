import type { InstanceInput } from "../service-program.ts";

/** For what takes minutes, and on a machine with much else to do far longer. */
export const WAIT = { timeout: 3_600_000 };

/** Data nodes share the machine's address, so that two runs need ports of their own. */
const FIRST_PORT = 12_000 + (process.pid % 600) * 10;

/** A small file system, with a plan of its own. */
export function fileSystem(revision: "V1" | "V2", { mem = 192, dataNodes = 3, settings = {} } = {}): InstanceInput {
  const size = { mem };
  return {
    kind: "file-system",
    engine: "hdfs",
    revision,
    pods: { journal: size, name: size, fc: size, data: { ...size, count: dataNodes } },
    settings: {
      DATA_NODE_RPC_PORT: FIRST_PORT,
      DATA_NODE_HTTP_PORT: FIRST_PORT + 1,
      DATA_NODE_IPC_PORT: FIRST_PORT + 2,
      ...settings,
    },
    plans: {
      "rolling-data": {
        strategy: "serial",
        phases: [{ name: "data", strategy: "serial", steps: ["restart data-*"] }],
      },
    },
  };
}
