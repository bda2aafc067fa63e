import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { makeCertificates } from "../../../../../tests/src/certificates.ts";
import { findConnection } from "./find-connection.ts";
import { openHttp } from "./http.ts";
import { fromKubeconfig } from "./kubeconfig.ts";
import { fromServiceAccount } from "./service-account.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "kubeconfig-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const base64 = (text: string) => Buffer.from(text).toString("base64");

function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const config = (user: string) => `
apiVersion: v1
kind: Config
current-context: here
contexts:
- {name: here, context: {cluster: c, user: u, namespace: brokers}}
- {name: there, context: {cluster: other, user: u}}
clusters:
- {name: c, cluster: {server: "https://127.0.0.1:6443", certificate-authority-data: ${base64("an authority")}}}
users:
- {name: u, user: ${user}}
`;

test("the current context of a kubeconfig, with a client certificate as data and as a file beside it", async () => {
  write("client.key", "a key");
  const path = write("config", config(`{client-certificate-data: ${base64("a certificate")}, client-key: client.key}`));
  expect(await fromKubeconfig(path)).toEqual({
    server: "https://127.0.0.1:6443",
    namespace: "brokers",
    ca: "an authority",
    certificate: { cert: "a certificate", key: "a key" },
  });
});

test("a token of the file, of a file beside it that changes, and of a program until it expires", async () => {
  const plain = await fromKubeconfig(write("config", config("{token: abc}")));
  expect(await plain.token?.()).toBe("abc");

  const file = await fromKubeconfig(write("config", config("{tokenFile: token}")));
  write("token", "one\n");
  expect(await file.token?.()).toBe("one");
  write("token", "two\n");
  expect(await file.token?.()).toBe("two");

  const count = join(folder, "count");
  const credential = `{"status":{"token":"%s","expirationTimestamp":"%s"}}`;
  const script = `echo x >> ${count}; printf '${credential}' "$PREFIX$(wc -l < ${count} | tr -d ' ')" "$UNTIL"`;
  const plugin = (until: string) =>
    `{exec: {command: sh, args: ["-c", ${JSON.stringify(script)}], env: [{name: PREFIX, value: t}, {name: UNTIL, value: "${until}"}]}}`;
  const lasting = await fromKubeconfig(write("config", config(plugin("2999-01-01T00:00:00Z"))));
  expect([await lasting.token?.(), await lasting.token?.()]).toEqual(["t1", "t1"]);
  lasting.forgetToken?.();
  expect(await lasting.token?.()).toBe("t2");
  const expired = await fromKubeconfig(write("config", config(plugin("2001-01-01T00:00:00Z"))));
  expect([await expired.token?.(), await expired.token?.()]).toEqual(["t3", "t4"]);
});

test("several kubeconfigs are merged, the first that names something decides, and missing files are ignored", async () => {
  const contexts = "contexts: [{name: there, context: {cluster: far, user: me}}]\ncurrent-context: there\n";
  const first = write("first", contexts);
  const second = write(
    "second",
    'clusters: [{name: far, cluster: {server: "https://far:1"}}]\ncurrent-context: other\n',
  );
  const third = write(
    "third",
    `clusters: [{name: far, cluster: {server: "https://other:1"}}]\nusers: [{name: me, user: {token: mine}}]\n`,
  );
  const all = [first, join(folder, "missing"), second, third].join(delimiter);
  const connection = await findConnection({ KUBECONFIG: all });
  expect([connection.server, await connection.token?.()]).toEqual(["https://far:1", "mine"]);
  const proxied = write(
    "proxied",
    'clusters: [{name: far, cluster: {server: "https://far:1", proxy-url: "http://proxy"}}]\n',
  );
  await expect(fromKubeconfig([first, proxied])).rejects.toThrow("needs a proxy, which Reeve does not support");
});

test("a program that returns a client certificate is refused, because requests would be anonymous", async () => {
  const credential = JSON.stringify({ status: { clientCertificateData: "a", clientKeyData: "b" } });
  const args = JSON.stringify(["-c", `printf '%s' '${credential}'`]);
  const connection = await fromKubeconfig(write("config", config(`{exec: {command: sh, args: ${args}}}`)));
  await expect(connection.token?.()).rejects.toThrow("sh returns a client certificate, which Reeve does not support");
});

test("a context that is not there, or leads nowhere, is named", async () => {
  const path = write("config", config("{}"));
  await expect(fromKubeconfig(path, "nowhere")).rejects.toThrow("has no context nowhere");
  await expect(fromKubeconfig(path, "there")).rejects.toThrow(
    "the context there refers to no cluster with a server address",
  );
  await expect(fromKubeconfig(join(folder, "missing"))).rejects.toThrow("cannot be read");
});

test("a pod finds its own cluster, and a kubeconfig that is named wins", async () => {
  write("ca.crt", "an authority");
  write("namespace", "here\n");
  write("token", "abc\n");
  const environment = { KUBERNETES_SERVICE_HOST: "10.0.0.1", KUBERNETES_SERVICE_PORT: "443" };
  const own = await fromServiceAccount(environment, folder);
  expect(own).toMatchObject({ server: "https://10.0.0.1:443", ca: "an authority", namespace: "here" });
  expect(await own?.token?.()).toBe("abc");
  expect(await fromServiceAccount({}, folder)).toBeUndefined();
  const named = await findConnection({ ...environment, KUBECONFIG: write("config", config("{token: abc}")) });
  expect(named.namespace).toBe("brokers");
});

test("a server that has not proven itself with a certificate gets no token", async () => {
  const heard: (string | undefined)[] = [];
  const own = await makeCertificates("localhost");
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    heard.push(request.headers.authorization);
    response.end("{}");
  };
  for (const server of [createServer(listener), createSecureServer(own, listener)]) {
    await once(server.listen(0), "listening");
    onTestFinished(() => void server.close());
    const scheme = heard.length === 0 ? "http" : "https";
    const address = `${scheme}://localhost:${(server.address() as AddressInfo).port}`;
    const http = openHttp({ server: address, ca: own.ca, namespace: "default", token: async () => "abc" });
    await http.send({ method: "GET", path: "/" });
    http.close();
  }
  expect(heard).toEqual([undefined, "Bearer abc"]);
});
