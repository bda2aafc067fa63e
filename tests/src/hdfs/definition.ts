import type { InstanceInput } from "../service-program.ts";

/** Timeout in milliseconds of operations that take minutes, or much longer on a busy machine. */
export const WAIT = { timeout: 3_600_000 };

/** All data nodes share the address of this machine, so test runs at the same time need different ports. */
const FIRST_PORT = 12_000 + (process.pid % 600) * 10;

/** A small file system with a custom plan. */
export function fileSystem(
  revision: "V1" | "V2",
  { mem = 192, dataNodes = 3, coordinators = 1 as 1 | 3, settings = {} } = {},
): InstanceInput {
  const size = { mem };
  return {
    kind: "file-system",
    engine: "hdfs",
    revision,
    coordinators,
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
