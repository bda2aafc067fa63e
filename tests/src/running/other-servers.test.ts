import { createBrokerClient } from "@reeve/broker-client";
import { createFileSystemClient } from "@reeve/file-system-client";
import { type Reeve, startReeve } from "@reeve/service";
import { createWideColumnClient } from "@reeve/wide-column-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { often } from "./cluster.ts";

/** On other servers Reeve's own paths do not exist, so waits may only use what the API documents describe. */
describe("on a server without Reeve's own paths", () => {
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
        // The client confirms a recovery only if it has seen the recovery running. Recoveries are therefore slow here, so that even a busy
        // machine sees them.
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

  test("a broker is restarted and replaced, and the wait uses what brokers and partitions report", async () => {
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

  test("a node of V2 is waited for by the ids of its tasks", async () => {
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

  test("maintenance is waited for by its phases and by the status of the restore", async () => {
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
