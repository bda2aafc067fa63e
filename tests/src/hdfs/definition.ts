import type { DefinitionInput } from "@reeve/service";

/** Its addresses follow from its name: two runs need names of their own. */
export const NAME = `files-${process.pid}`;
/** For what takes minutes on a busy machine. */
export const WAIT = { timeout: 600_000 };

/** Data nodes share the machine's address, so that two runs need ports of their own. */
const FIRST_PORT = 12_000 + (process.pid % 600) * 10;

const size = { mem: 192 };
/** A small file system. */
export const services = (revision: "V1" | "V2", more: object = {}): DefinitionInput => ({
  services: {
    [NAME]: {
      kind: "file-system",
      engine: "hdfs",
      revision,
      pods: { journal: size, name: size, fc: size, data: size },
      settings: {
        DATA_NODE_RPC_PORT: FIRST_PORT,
        DATA_NODE_HTTP_PORT: FIRST_PORT + 1,
        DATA_NODE_IPC_PORT: FIRST_PORT + 2,
        ...more,
      },
    },
  },
});
