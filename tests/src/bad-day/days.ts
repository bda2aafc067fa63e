import { createFileSystemClient } from "@reeve/file-system-client";
import { missingForCassandra } from "../cassandra/available.ts";
import { openRows } from "../cassandra/rows.ts";
import { databaseProgram } from "../cassandra/service.ts";
import { missingForFileSystem } from "../hdfs/available.ts";
import { fileSystem } from "../hdfs/definition.ts";
import { openFiles } from "../hdfs/files.ts";
import { missingForKafka } from "../kafka/available.ts";
import { beginLoad, createTopic, type Load } from "../kafka/load.ts";
import { brokerProgram } from "../kafka/service.ts";
import { plansOf, WELL_WITHIN } from "../random-kills.ts";
import { type InstanceInput, type ServiceProgram, serviceProgram, until } from "../service-program.ts";

/** A client of an engine that knows nothing of the service. It counts what was acknowledged, and reads it back. */
export interface ForeignClient {
  /** Begins to write; the returned function stops. */
  write(): Promise<() => Promise<unknown>>;
  readonly acknowledged: number;
  /** Reads everything that was acknowledged. Returns what is missing. */
  missing(): Promise<readonly unknown[]>;
  close(): Promise<void>;
}

/** A real engine in small, for a day on which everything goes wrong. */
export interface SmallCluster {
  readonly title: string;
  /** Why the engine cannot run on this machine; undefined if it can. */
  unavailable(): Promise<string | undefined>;
  /** The definition, with these settings of the engine itself. */
  definition(engineConfiguration?: Settings, memory?: number): InstanceInput;
  /** A node of which one can be missing without a loss. */
  readonly node: string;
  /** The number of processes when all nodes run. */
  readonly running: number;
  start(first?: InstanceInput): Promise<RunningCluster>;
}

type Settings = Readonly<Record<string, string | number | boolean>>;

export interface RunningCluster {
  readonly service: ServiceProgram<unknown>;
  readonly client: ForeignClient;
  /** Waits until all plans are complete and all nodes run. */
  well(): Promise<void>;
}

const running = async (service: ServiceProgram<unknown>, count: number, connect: () => Promise<ForeignClient>): Promise<RunningCluster> => {
  const well = () =>
    until(async () => {
      const plans = await plansOf(service).catch(() => undefined);
      return plans?.every(({ status }) => status === "COMPLETE") === true && service.processes().size === count;
    }, WELL_WITHIN).catch(async (error: Error) => {
      const texts = (await plansOf(service).catch(() => [])).map(({ text }) => text);
      throw new Error([error.message, ...texts, [...service.processes().keys()].join(", ")].join("\n"));
    });
  await service.start();
  await well();
  return { service, client: await connect(), well };
};

const database: SmallCluster = {
  title: "database",
  unavailable: missingForCassandra,
  definition: (engineConfiguration = {}, memory = 640) => ({
    kind: "wide-column",
    engine: "cassandra",
    settings: { NODE_COUNT: 3, NODE_MEM: memory },
    engineConfiguration,
  }),
  node: "node-1",
  running: 3,
  start(first = database.definition()) {
    const service = databaseProgram(first);
    return running(service, database.running, async () => {
      const rows = await openRows(await service.addresses(3), 3);
      return {
        write: async () => rows.write(4).stop,
        get acknowledged() {
          return rows.acknowledged.length;
        },
        missing: () => rows.missing(),
        close: () => rows[Symbol.asyncDispose](),
      };
    });
  },
};

const brokers: SmallCluster = {
  title: "brokers",
  unavailable: missingForKafka,
  definition: (engineConfiguration = {}, memory = 256) => ({
    kind: "broker",
    engine: "kafka",
    settings: { BROKER_MEM: memory },
    engineConfiguration,
  }),
  node: "broker-1",
  running: 4,
  start(first = brokers.definition()) {
    const service = brokerProgram(first);
    return running(service, brokers.running, async () => {
      const addresses = await service.bootstrap();
      const loads: Load[] = [];
      return {
        async write() {
          const topic = `kept-${loads.length}`;
          await createTopic(addresses, topic, 2);
          const load = await beginLoad(addresses, topic);
          loads.push(load);
          // A load ends with the reading of its records.
          return async () => undefined;
        },
        get acknowledged() {
          return loads.reduce((sum, { acknowledged }) => sum + acknowledged, 0);
        },
        async missing() {
          const lost: string[] = [];
          for (const load of loads) lost.push(...(await load.finish()).lost);
          return lost;
        },
        close: async () => {
          for (const load of loads) await load.close();
        },
      };
    });
  },
};

const files: SmallCluster = {
  title: "file system",
  unavailable: missingForFileSystem,
  definition: (engineConfiguration = {}, mem = 192) => ({
    ...fileSystem("V2", { mem }),
    plans: {},
    ...(Object.keys(engineConfiguration).length > 0 && { engineConfiguration: { hdfs: engineConfiguration } }),
  }),
  node: "data-1",
  running: 11,
  start(first = files.definition()) {
    const service = serviceProgram("files", first, createFileSystemClient);
    return running(service, files.running, async () => {
      const written = openFiles(await service.client.endpoints.fsSite());
      return {
        write: async () => written.write(100).stop,
        get acknowledged() {
          return written.acknowledged;
        },
        missing: () => written.missing("all"),
        close: async () => undefined,
      };
    });
  },
};

export const CLUSTERS: readonly SmallCluster[] = [database, brokers, files];
