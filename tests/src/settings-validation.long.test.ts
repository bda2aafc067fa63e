import { createCassandraEngine } from "@reeve/engine-cassandra";
import { createKafkaEngine } from "@reeve/engine-kafka";
import { instanceDefinition } from "@reeve/orchestrator";
import type { Engine } from "@reeve/orchestrator/engine";
import { parse } from "valibot";
import { describe, expect, test } from "vitest";
import { missingForCassandra } from "./cassandra/available.ts";
import { missingForKafka } from "./kafka/available.ts";
import { titled } from "./real-engine.ts";

/** The engines' own checks read settings before a deployment. No node runs here. */

type AnyEngine = Pick<Engine, "name" | "kind"> & { validate?(definition: never): Promise<string | undefined> };

function validate(engine: AnyEngine, engineConfiguration: object): Promise<string | undefined> | undefined {
  const given = { kind: engine.kind, engine: engine.name, engineConfiguration };
  const offers = [{ engine: engine as Engine, runtime: { name: "local" } }];
  return engine.validate?.(parse(instanceDefinition(offers), given) as never);
}

const withoutKafka = await missingForKafka();
describe.skipIf(withoutKafka !== undefined)(titled("brokers", withoutKafka), () => {
  const engine = createKafkaEngine();

  test.each([
    [{ "log.cleaner.dedupe.buffer.size": 10 }, "must be at least 1MB"],
    [{ "group.consumer.session.timeout.ms": 1 }, "group.consumer.min.session.timeout.ms"],
    [{ "log.retention.ms": 0 }, "must be unlimited (-1) or, greater than or equal to 1"],
  ])("%j is refused: %s", async (settings, reason) => {
    await expect(validate(engine, settings)).rejects.toThrow(reason);
  });

  test.each([{ "log.flush.interval.messages": 1 }, { "ssl.keystore.password": { file: "/never/read" }, "num.io.threads": 8 }])(
    "%j is accepted",
    async (settings) => {
      expect(await validate(engine, settings)).toBeUndefined();
    },
  );
});

const withoutCassandra = await missingForCassandra();
describe.skipIf(withoutCassandra !== undefined)(titled("database nodes", withoutCassandra), () => {
  const engine = createCassandraEngine();

  test.each([
    [{ commitlog_segment_size: "4096MiB" }, "commitlog_segment_size must be smaller than 2048"],
    [{ max_mutation_size: "64MiB" }, "at least twice the size of max_mutation_size"],
  ])("%j is refused: %s", async (settings, reason) => {
    await expect(validate(engine, settings)).rejects.toThrow(reason);
  });

  test.each([{ commitlog_sync: "periodic" }, { commitlog_sync: "batch" }, { commitlog_sync: "group" }, { concurrent_reads: 8 }])(
    "%j is accepted",
    async (settings) => {
      expect(await validate(engine, settings)).toBeUndefined();
    },
  );
});
