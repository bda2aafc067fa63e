import { type FakeCluster, startFakeCluster } from "@reeve/testing/fake-cluster";
import { expect, onTestFinished, test } from "vitest";
import { type InstallOptions, installService, readServiceSettings, type ServiceSettings } from "../src/index.ts";

async function admin(): Promise<FakeCluster> {
  const cluster = await startFakeCluster();
  onTestFinished(() => cluster.close());
  return cluster;
}

async function install(cluster: FakeCluster, more: Partial<InstallOptions> = {}): Promise<void> {
  const connection = { server: cluster.server, namespace: "tests" };
  const service = await installService({ connection, image: "example.com/reeve:1", definition: "", ...more });
  service.close();
}

interface Set {
  readonly template: {
    readonly metadata: { readonly annotations?: Readonly<Record<string, string>> };
    readonly spec: {
      readonly securityContext: { readonly runAsUser?: number; readonly fsGroup?: number };
      readonly imagePullSecrets?: readonly object[];
      readonly containers: readonly { readonly image: string; readonly args: readonly string[] }[];
      readonly volumes: readonly object[];
    };
  };
  readonly volumeClaimTemplates: readonly { readonly spec: object }[];
}

const specOf = (cluster: FakeCluster) => cluster.objects("statefulsets")[0]?.spec as unknown as Set;
const claimOf = (cluster: FakeCluster) => specOf(cluster).volumeClaimTemplates[0]?.spec;
const annotationOf = (cluster: FakeCluster) => specOf(cluster).template.metadata.annotations?.["reeve/settled"];

const settings: ServiceSettings = { storageClass: "fast", storage: "2Gi", user: 2000, pullSecret: "registry" };

test("the settings are those of the claim and the pod", async () => {
  const cluster = await admin();
  await install(cluster);
  expect(claimOf(cluster)).toEqual({ accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } });
  expect(specOf(cluster).template.spec.securityContext).toMatchObject({ runAsUser: 1000, fsGroup: 1000 });
  const other = await admin();
  await install(other, settings);
  expect(claimOf(other)).toMatchObject({ storageClassName: "fast", resources: { requests: { storage: "2Gi" } } });
  expect(specOf(other).template.spec).toMatchObject({
    securityContext: { runAsUser: 2000, fsGroup: 2000 },
    imagePullSecrets: [{ name: "registry" }],
  });
});

test("an installation without the settings keeps those of the first, and changes the image", async () => {
  const cluster = await admin();
  await install(cluster, settings);
  const { containers: _, ...before } = specOf(cluster).template.spec;
  const claim = claimOf(cluster);
  await install(cluster, { image: "example.com/reeve:2" });
  const { containers, ...after } = specOf(cluster).template.spec;
  expect(after).toEqual(before);
  expect(claimOf(cluster)).toEqual(claim);
  expect(containers[0]?.image).toBe("example.com/reeve:2");
});

test("a service that runs as the user of its image, and a pull secret that is taken away, stay so", async () => {
  const cluster = await admin();
  await install(cluster, { user: 0, pullSecret: "registry" });
  await install(cluster, { pullSecret: "" });
  await install(cluster);
  expect(specOf(cluster).template.spec.securityContext).not.toHaveProperty("runAsUser");
  expect(specOf(cluster).template.spec).not.toHaveProperty("imagePullSecrets");
});

test("a claim that would change is refused before anything is sent; an equal size in other words is not", async () => {
  const cluster = await admin();
  await install(cluster, { storageClass: "fast" });
  const sent = cluster.requests.length;
  await expect(install(cluster, { storageClass: "slow" })).rejects.toThrow(
    "the storage class of the claim for the service's state is fast and cannot become slow, because Kubernetes fixes it at the first installation: leave it out to keep the claim; if the service has no state yet, for example because there is no such class, delete the stateful set reeve and the claim state-reeve-0, and install again",
  );
  await expect(install(cluster, { storage: "2Gi" })).rejects.toThrow(
    /^the size of the claim for the service's state is 1Gi and cannot become 2Gi.*change the size in the claim state-reeve-0 itself$/,
  );
  expect(cluster.requests.slice(sent).filter((each) => !each.startsWith("GET"))).toEqual([]);
  await install(cluster, { storageClass: "fast", storage: "1024Mi" });
  const usual = await admin();
  await install(usual);
  await expect(install(usual, { storageClass: "fast" })).rejects.toThrow("is the cluster's default and cannot become");
});

test("files are in a secret only, and their content decides when the pod is replaced", async () => {
  const cluster = await admin();
  const tokens = { "tokens.file": "a-token-of-many-letters\n" };
  await install(cluster, { files: tokens, definition: "one" });
  const [secret] = cluster.objects("secrets");
  expect(secret?.data).toEqual({ "tokens.file": Buffer.from(tokens["tokens.file"]).toString("base64") });
  expect(specOf(cluster).template.spec.volumes).toContainEqual({
    name: "files",
    secret: { secretName: "reeve", defaultMode: 0o440 },
  });
  const everything = ["configmaps", "services", "statefulsets"].map((kind) => cluster.objects(kind));
  expect(JSON.stringify(everything)).not.toContain("a-token-of-many-letters");
  const first = annotationOf(cluster);
  await install(cluster, { files: tokens, definition: "two" });
  expect(annotationOf(cluster)).toBe(first);
  await install(cluster, { files: { "tokens.file": "another-token-of-letters\n" }, definition: "two" });
  expect(annotationOf(cluster)).not.toBe(first);
  await install(cluster, { definition: "three" });
  expect(cluster.objects("secrets")).toEqual([]);
  expect(annotationOf(cluster)).toBeUndefined();
});

test("a change of fields that are fixed at the start of the service replaces its pod", async () => {
  const cluster = await admin();
  await install(cluster, { settled: '{"edition":"open"}' });
  const first = annotationOf(cluster);
  await install(cluster, { settled: '{"edition":"enterprise"}' });
  expect([first, annotationOf(cluster)]).toEqual([expect.any(String), expect.not.stringMatching(first ?? "")]);
});

test("a secret of another owner is left alone, and an installation without files needs no permission for secrets", async () => {
  const cluster = await admin();
  cluster.put("secrets", { metadata: { name: "reeve", labels: { app: "mine" } }, data: { mine: "MQ==" } });
  await expect(install(cluster, { files: { "tokens.file": "t" } })).rejects.toThrow("the secret reeve already exists");
  expect(cluster.objects("statefulsets")).toEqual([]);
  cluster.requests.splice(0);
  await install(cluster);
  expect(cluster.requests.filter((each) => each.endsWith(" secrets"))).toEqual([]);
  expect(cluster.objects("secrets")[0]?.data).toEqual({ mine: "MQ==" });
});

test("with HTTPS, the probes and the port of the service are secure; its own certificate gets its names in the cluster", async () => {
  const cluster = await admin();
  await install(cluster, { tls: "own" });
  const [container] = specOf(cluster).template.spec.containers;
  const get = { scheme: "HTTPS", port: "https" };
  expect(container).toMatchObject({
    readinessProbe: { httpGet: { ...get, path: "/health" } },
    livenessProbe: { httpGet: get },
    startupProbe: { httpGet: get },
    ports: [{ name: "https", containerPort: 8080 }],
  });
  expect(container?.args.filter((_, index, all) => all[index - 1] === "--tls-name")).toEqual([
    "reeve",
    "reeve.tests",
    "reeve.tests.svc",
    "reeve.tests.svc.cluster.local",
  ]);
  expect(cluster.objects("services")[0]?.spec).toMatchObject({ ports: [{ name: "https", port: 443 }] });
  await install(cluster, { tls: "given", files: { "tls.certFile": "c", "tls.keyFile": "k" } });
  expect(specOf(cluster).template.spec.containers[0]?.args).not.toContain("--tls-name");
});

test.each([
  [{ storageClass: "Fast_1" }, "--storageClass Fast_1: expected the name of a storage class"],
  [{ storageClass: "" }, "--storageClass : expected the name of a storage class"],
  [{ storage: "1 GB" }, "--storage 1 GB: expected a size such as 1Gi"],
  [{ storage: "0" }, "--storage 0: expected a size such as 1Gi"],
  [{ storage: "1gi" }, "--storage 1gi: expected a size such as 1Gi"],
  [{ user: "root" }, "--user root: expected a user id from 0 to 2147483647"],
  [{ user: "2147483648" }, "--user 2147483648: expected a user id from 0 to 2147483647"],
  [{ pullSecret: "a/b" }, "--pullSecret a/b: expected the name of a secret"],
])("a setting with a mistake is refused: %j", (input, reason) => {
  expect(() => readServiceSettings(input, (name) => `--${name}`)).toThrow(reason);
});

test("settings are read from text", () => {
  expect(readServiceSettings({ storageClass: "fast", storage: "500M", user: "0", pullSecret: "" })).toEqual({
    storageClass: "fast",
    storage: "500M",
    user: 0,
    pullSecret: "",
  });
  expect(readServiceSettings({})).toEqual({});
});
