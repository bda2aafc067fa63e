import { startFakeCluster } from "@reeve/testing/fake-cluster";
import { expect, onTestFinished, test } from "vitest";
import { openClient } from "../src/api/client.ts";

test("a long list is read in pages, and shows all objects at one resource version", async () => {
  const cluster = await startFakeCluster();
  onTestFinished(() => cluster.close());
  const client = openClient({ server: cluster.server, namespace: "tests" }, "tests");
  const names = Array.from({ length: 1201 }, (_, index) => `claim-${index}`);
  for (const name of names) cluster.put("persistentvolumeclaims", { metadata: { name, labels: { of: "kafka" } } });
  cluster.put("persistentvolumeclaims", { metadata: { name: "other", labels: { of: "hdfs" } } });
  const version = cluster.objects("persistentvolumeclaims").at(-1)?.metadata.resourceVersion;

  const { items, metadata } = await client.list("persistentvolumeclaims", { labelSelector: "of=kafka" });
  expect(items.map(({ metadata: { name } }) => name).toSorted()).toEqual(names.toSorted());
  expect(metadata).toEqual({ resourceVersion: version });
  expect(cluster.requests).toEqual(Array(3).fill("GET persistentvolumeclaims"));
});
