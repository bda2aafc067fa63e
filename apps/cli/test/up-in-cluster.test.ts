import { generateKeyPairSync } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type DefinitionInput, type Reeve, type ReeveOptions, startReeve } from "@reeve/service";
import { makeCertificates } from "@reeve/testing/certificates";
import { type FakeCluster, startFakeCluster } from "@reeve/testing/fake-cluster";
import { expect, onTestFinished, test } from "vitest";
import { type Ended, type Home, makeHome, reeve, reeveProcess } from "./command-line.ts";

const KAFKA = "services:\n  kafka: { kind: broker, engine: kafka, runtime: { name: kubernetes, image: kafka } }\n";
const TOKEN = "0123456789abcdef0123456789abcdef";
const up = "up --runtime kubernetes --namespace brokers --image reeve --definition cluster.yaml";
const manifests = `${up} --print manifests`;

/** A home folder with a definition and the files that it names. */
function homeWith(definition: string, files: Readonly<Record<string, string>> = {}): Home {
  const home = makeHome();
  onTestFinished(() => home[Symbol.dispose]());
  const all = { "cluster.yaml": definition, ...files };
  for (const [name, content] of Object.entries(all)) writeFileSync(join(home.folder, name), content, { mode: 0o600 });
  return home;
}

/** A cluster, and the environment in which commands find it. */
async function clusterFor(home: Home): Promise<{ readonly cluster: FakeCluster; readonly env: { KUBECONFIG: string } }> {
  const cluster = await startFakeCluster();
  onTestFinished(() => cluster.close());
  const KUBECONFIG = join(home.folder, "kubeconfig");
  const config = {
    "current-context": "fake",
    contexts: [{ name: "fake", context: { cluster: "fake", user: "fake", namespace: "default" } }],
    clusters: [{ name: "fake", cluster: { server: cluster.server } }],
    users: [{ name: "fake", user: {} }],
  };
  writeFileSync(KUBECONFIG, JSON.stringify(config));
  return { cluster, env: { KUBECONFIG } };
}

/** The service that runs in the cluster's pod: one on this machine, to which the cluster forwards. */
async function serviceIn(cluster: FakeCluster, definition: DefinitionInput, options: ReeveOptions = {}): Promise<Reeve> {
  const service = await startReeve({ services: { kafka: { kind: "broker", pace: 0 } }, ...definition }, options);
  onTestFinished(() => service.close());
  cluster.streams.target = Number(new URL(service.url).port);
  return service;
}

/** Installs, and runs a command while the service is forwarded. */
async function upAnd(home: Home, env: Readonly<Record<string, string>>, cluster: FakeCluster, command: string) {
  let during: Promise<Ended> | undefined;
  const started = (all: string) => {
    if (!all.includes("  end ")) return;
    during ??= reeve(home, command);
    void during.then(() => interrupt());
  };
  let interrupt = (): void => undefined;
  const installed = reeve(home, up, {
    env,
    onOutput: started,
    onInterrupt: (send) => {
      interrupt = send;
    },
  });
  const ready = setInterval(() => {
    if (cluster.objects("statefulsets").length === 0) return;
    clearInterval(ready);
    cluster.change("statefulsets", "reeve", (set) => {
      set.status = { readyReplicas: 1 } as never;
    });
  }, 10);
  const ended = await installed.finally(() => clearInterval(ready));
  return { ended, during: await during };
}

test("the objects of an installation are printed for kubectl", async () => {
  const home = homeWith(KAFKA);
  const { code, out } = await reeve(home, manifests);
  expect(code).toBe(0);
  expect(out.match(/^kind: .*$/gm)).toContain("kind: StatefulSet");
  expect(out).not.toContain("kind: Secret");
});

test("the settings of the installation are in its objects", async () => {
  const home = homeWith(KAFKA);
  const flags = "--storage-class fast --storage 2Gi --user 2000 --pull-secret registry";
  const { code, out } = await reeve(home, `${manifests} ${flags}`);
  expect(code).toBe(0);
  for (const line of ["storageClassName: fast", 'storage: "2Gi"', "runAsUser: 2000", "- name: registry"]) expect(out).toContain(line);
});

test("an image on the command line completes a definition without a runtime", async () => {
  const home = homeWith("services: { kafka: { kind: broker, engine: kafka } }\n");
  const without = await reeve(home, manifests);
  expect(without).toMatchObject({ code: 2, out: "", err: expect.stringContaining("give --node-image kafka=REF") });
  // The published program, which loads the parts for clusters and for YAML only here.
  const { code, out } = await reeveProcess(home, `${manifests} --node-image kafka=example.com/kafka:4`);
  expect(code).toBe(0);
  expect(out).toContain("runtime: { name: kubernetes, image: example.com/kafka:4 }");
});

test.each([
  ["--storage-class Fast", "--storage-class Fast: expected the name of a storage class"],
  ["--storage 1GB", "--storage 1GB: expected a size such as 1Gi"],
  ["--user root", "--user root: expected a user id"],
  ["--port 99999", "--port 99999: expected an integer from 0 to 65535"],
  ["--pull-secret a/b", "--pull-secret a/b: expected the name of a secret"],
  ["--node-image kafka", "--node-image kafka: expected ENGINE=REF"],
  ["--tls", "--tls applies only to a service on this machine"],
  ["--tls-name a", "--tls-name applies only to a service on this machine"],
])("a flag with a mistake is refused before the cluster is asked: %s", async (flag, reason) => {
  const home = homeWith(KAFKA);
  const { code, out, err } = await reeve(home, `${up} ${flag}`, { env: { KUBECONFIG: "none" } });
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toContain(reason);
});

test("a flag for a cluster needs --runtime", async () => {
  const { code, err } = await reeve(homeWith(KAFKA), "up --storage 1Gi");
  expect([code, err]).toEqual([2, expect.stringContaining("--storage needs --runtime")]);
});

test("simulated nodes are refused before anything is installed", async () => {
  const home = homeWith("services: { kafka: { kind: broker, runtime: { name: kubernetes, image: kafka } } }\n");
  const { cluster, env } = await clusterFor(home);
  const { code, err } = await reeve(home, up, { env });
  expect([code, err]).toEqual([2, expect.stringContaining("kafka has the engine simulated, which does not run on")]);
  expect(cluster.requests).toEqual([]);
});

test("without logins and certificates, the token in the secret of the service is used, and not printed", async () => {
  const home = homeWith(KAFKA);
  const { cluster, env } = await clusterFor(home);
  const { token } = await serviceIn(cluster, {});
  cluster.put("secrets", {
    metadata: { name: "reeve-token" },
    data: { token: Buffer.from(token).toString("base64") },
  });
  const { ended, during } = await upAnd(home, env, cluster, "status");
  expect(ended.out + ended.err).not.toContain(token);
  expect(ended.out).toMatch(/forwarded to http:\/\/127\.0\.0\.1:\d+: kafka\./);
  expect(during).toMatchObject({ code: 0, out: expect.stringContaining("kafka") });
});

test("a token file is copied to a secret, and its first token logs in", async () => {
  const home = homeWith(`tokens: { file: tokens.txt }\n${KAFKA}`, { "tokens.txt": `${TOKEN}\n` });
  const { cluster, env } = await clusterFor(home);
  await serviceIn(cluster, { tokens: { file: join(home.folder, "tokens.txt") } });
  const { ended, during } = await upAnd(home, env, cluster, "status");
  expect(ended.err).not.toContain("error");
  expect(during?.code).toBe(0);
  expect(cluster.objects("secrets").at(-1)?.data).toEqual({
    "tokens.file": Buffer.from(`${TOKEN}\n`).toString("base64"),
  });
  const definition = cluster.objects("configmaps")[0]?.data?.["definition.yaml"];
  expect(definition).toBe(`tokens: { file: /etc/reeve-files/tokens.file }\n${KAFKA}`);
});

test("an account logs in with the password of its file", async () => {
  const accounts = "serviceAccounts: [{ uid: ci, passwordFile: ci.txt }]";
  const home = homeWith(`edition: enterprise\n${accounts}\n${KAFKA}`, { "ci.txt": "a password\n" });
  const { cluster, env } = await clusterFor(home);
  await serviceIn(cluster, {
    edition: "enterprise",
    serviceAccounts: [{ uid: "ci", passwordFile: join(home.folder, "ci.txt") }],
  });
  const { during } = await upAnd(home, env, cluster, "status");
  expect(during?.code).toBe(0);
});

test("the account that the service has generated logs in with its key", async () => {
  const home = homeWith(`edition: enterprise\n${KAFKA}`);
  const { cluster, env } = await clusterFor(home);
  const { serviceAccount } = await serviceIn(cluster, { edition: "enterprise" }, { host: "0.0.0.0" });
  cluster.streams.run = (_, command) =>
    command[1]?.endsWith("/state/service-account.pem") ? { output: serviceAccount?.privateKey ?? "" } : {};
  const { during } = await upAnd(home, env, cluster, "status");
  expect(during?.code).toBe(0);
});

test("a private authority verifies the service at the forwarded port", async () => {
  const { ca, cert, key } = await makeCertificates("localhost");
  const tls = "tls: { certFile: cert.pem, keyFile: key.pem, caFile: ca.pem }";
  const home = homeWith(`${tls}\n${KAFKA}`, { "ca.pem": ca, "cert.pem": cert, "key.pem": key });
  const { cluster, env } = await clusterFor(home);
  const at = (name: string) => join(home.folder, name);
  const { token } = await serviceIn(cluster, { tls: { certFile: at("cert.pem"), keyFile: at("key.pem") } });
  cluster.streams.run = () => ({ output: token });
  const { ended, during } = await upAnd(home, env, cluster, "status");
  expect(ended.out).toMatch(/forwarded to https:\/\/localhost:\d+: kafka\./);
  expect(during?.code).toBe(0);
  expect(Object.keys(cluster.objects("secrets").at(-1)?.data ?? {})).toEqual(["tls.certFile", "tls.keyFile", "tls.caFile"]);
  expect(JSON.stringify(cluster.objects("configmaps"))).not.toContain("BEGIN");
});

test("a service with another certificate than the authority's is not trusted", async () => {
  const { ca, cert, key } = await makeCertificates("localhost");
  const tls = "tls: { certFile: cert.pem, keyFile: key.pem, caFile: ca.pem }";
  const home = homeWith(`${tls}\n${KAFKA}`, { "ca.pem": ca, "cert.pem": cert, "key.pem": key });
  const { cluster, env } = await clusterFor(home);
  const { token } = await serviceIn(cluster, { tls: true });
  cluster.streams.run = () => ({ output: token });
  const { ended } = await upAnd(home, env, cluster, "status");
  expect(ended.code).not.toBe(0);
  expect(ended.out).toBe("");
});

test("the certificate that a service generates is verified with its own authority", async () => {
  const home = homeWith(`tls: true\n${KAFKA}`);
  const { cluster, env } = await clusterFor(home);
  const { token, ca = "" } = await serviceIn(cluster, { tls: true }, { tlsNames: ["reeve.brokers"] });
  cluster.streams.run = (_, command) => ({ output: command[1]?.endsWith("/state/ca.crt") ? ca : token });
  const { ended, during } = await upAnd(home, env, cluster, "status");
  expect(ended.out).toMatch(/forwarded to https:\/\/127\.0\.0\.1:\d+: kafka\./);
  expect(during?.code).toBe(0);
});

test("a certificate for other names only is refused, unless nothing is forwarded", async () => {
  const { cert, key } = await makeCertificates("reeve.example.com");
  const tls = "tls: { certFile: cert.pem, keyFile: key.pem }";
  const home = homeWith(`${tls}\n${KAFKA}`, { "cert.pem": cert, "key.pem": key });
  const { cluster, env } = await clusterFor(home);
  const { code, err } = await reeve(home, up, { env });
  expect([code, err]).toEqual([2, expect.stringContaining("is for reeve.example.com, so it cannot be verified")]);
  expect(cluster.requests).toEqual([]);
  const { out } = await reeve(home, manifests, { env });
  expect(out).toContain("kind: Secret");
  expect(out).toContain("scheme: HTTPS");
  expect(readFileSync(join(home.folder, "cluster.yaml"), "utf8")).toBe(`${tls}\n${KAFKA}`);
});

test("accounts with public keys only leave the login to the user", async () => {
  const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const pem = publicKey.export({ type: "spki", format: "pem" }).toString();
  const accounts = "serviceAccounts: [{ uid: ci, publicKeyFile: ci.pem }]";
  const home = homeWith(`edition: enterprise\n${accounts}\n${KAFKA}`, { "ci.pem": pem });
  const { cluster, env } = await clusterFor(home);
  await serviceIn(cluster, {
    edition: "enterprise",
    serviceAccounts: [{ uid: "ci", publicKeyFile: join(home.folder, "ci.pem") }],
  });
  const { ended, during } = await upAnd(home, env, cluster, "broker nodes list");
  expect(ended.out).toContain("reeve login --uid ci --key-file FILE");
  expect(during?.err).toContain("reeve login");
});

/** Installs without forwarding, in a cluster whose service gets ready when it is asked for. */
async function detached(definition: string): Promise<Ended> {
  const home = homeWith(definition);
  const { cluster, env } = await clusterFor(home);
  const ready = setInterval(() => {
    if (!cluster.requests.includes("GET pods")) return;
    clearInterval(ready);
    cluster.change("statefulsets", "reeve", (set) => {
      set.status = { readyReplicas: 1 } as never;
    });
  }, 10);
  return reeve(home, `${up} --detach`, { env }).finally(() => clearInterval(ready));
}

test("in a log, what the service waits for is a line", async () => {
  const { code, err } = await detached(KAFKA);
  expect([code, err]).toEqual([0, "starting the service in brokers: its pod is being created\n"]);
});

test("an instance in another namespace than the service's is noted, because the service has no permissions there", async () => {
  const { err } = await detached(KAFKA.replace("image: kafka", "image: kafka, namespace: elsewhere"));
  expect(err).toMatch(/^kafka runs in the namespace elsewhere: give the service account reeve of brokers the permissions/);
});
