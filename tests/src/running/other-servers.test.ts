import { createBrokerClient } from "@reeve/broker-client";
import { createFileSystemClient } from "@reeve/file-system-client";
import { type Reeve, startReeve } from "@reeve/service";
import { createWideColumnClient } from "@reeve/wide-column-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { often } from "./cluster.ts";

/** Waits can use only what the API documents describe: Reeve's own paths do not exist, as on any other server. */
describe("on a server that has no paths of Reeve's own", () => {
  let reeve: Reeve;
  const own: string[] = [];
  const reach = () => ({
    url: reeve.url,
    token: reeve.token,
    fetch: (async (input, init) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input);
      if (!pathname.startsWith("/reeve/")) return reeve.fetch(input, init);
      own.push(pathname);
      return new Response("<html>404</html>", { status: 404, headers: { "content-type": "text/html" } });
    }) as typeof fetch,
  });

  beforeAll(async () => {
    reeve = await startReeve(
      {
        // A recovery that is not observed is not confirmed, so it is slow enough here to be observed on a busy machine.
        services: {
          kafka: { kind: "broker", revision: "R2", pace: 1 },
          hdfs: { kind: "file-system", revision: "V2", pace: 1 },
          cassandra: { kind: "wide-column", pace: 1 },
          copy: { kind: "wide-column", pace: 1 },
        },
      },
      { listen: false },
    );
  });
  afterAll(() => reeve.close());

  test("a broker is restarted and replaced, and is waited for by what is said of brokers and partitions", async () => {
    const { plans, brokers, topics } = createBrokerClient({ ...reach(), service: "kafka" });
    await plans.wait({}, often);
    await topics.create({ topic: "orders", partitions: 6, replication: 2 });
    const restarted = await brokers.restartAndWait({ broker: 1 }, often);
    const replaced = await brokers.replaceAndWait({ broker: 1 }, often);
    expect(replaced).not.toEqual(restarted);
    expect(await brokers.list()).toEqual({ brokers: ["0", "1", "2"] });
    expect((await topics.underReplicated()).message).toBe("");
    expect(own).toContain("/reeve/v1/services/kafka/plans/recovery");
  });

  test("a node of V2, by the ids of its tasks", async () => {
    const { plans, pods } = createFileSystemClient({ ...reach(), service: "hdfs" });
    await plans.wait({}, often);
    const agent = async () => (await pods.info({ node: "data-1" }))[0]?.info.slaveId?.value;
    const first = await agent();
    await pods.restartAndWait({ node: "data-1" }, often);
    expect(await agent()).toBe(first);
    await pods.replaceAndWait({ node: "data-1" }, often);
    expect(await agent()).not.toBe(first);
    expect(own).toContain("/reeve/v1/services/hdfs/plans/recovery");
  });

  test("a run of maintenance, by its phases and by the status of the restore", async () => {
    const database = createWideColumnClient({ ...reach(), service: "cassandra" });
    const copy = createWideColumnClient({ ...reach(), service: "copy" });
    await Promise.all([database.plans.wait({}, often), copy.plans.wait({}, often)]);
    const backup = {
      backup_name: "nightly",
      external_location: "s3://backups",
      s3_access_key: "access",
      s3_secret_key: "secret",
    };
    await database.repair.startAndWait({ nodes: ["*"] }, often);
    await database.cleanup.startAndWait({ nodes: [0] }, often);
    await database.backup.startAndWait(backup, often);
    expect((await database.plans.show()).status).toBe("COMPLETE");
    await copy.restore.startAndWait(backup, often);
    expect(await copy.restore.status()).toEqual({ status: "complete", message: "" });
    expect(own).toContain("/reeve/v1/services/copy/plans/restore");
  });
});
