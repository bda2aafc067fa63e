import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer as createProxy, type IncomingMessage, type RequestListener } from "node:http";
import { createServer } from "node:https";
import { type AddressInfo, connect, type Server } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import type { TLSSocket } from "node:tls";
import { makeCertificates } from "@reeve/testing/certificates";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { openClient } from "./client.ts";
import { type Connection, findConnection, fromKubeconfig, fromServiceAccount } from "./connection.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "kubeconfig-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const certificates = await makeCertificates("localhost");
const base64 = (text: string) => Buffer.from(text).toString("base64");

function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const config = (user: string, { server = "https://127.0.0.1:6443", more = "" } = {}) => `
apiVersion: v1
kind: Config
current-context: here
contexts:
- {name: here, context: {cluster: c, user: u, namespace: brokers}}
- {name: there, context: {cluster: other, user: u}}
clusters:
- {name: c, cluster: {server: "${server}", certificate-authority-data: ${base64(certificates.ca)}${more}}}
users:
- {name: u, user: ${user}}
`;

async function listening(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** An API server that answers with what a request has shown of its sender. */
async function startServer(answer: RequestListener): Promise<string> {
  const server = createServer({ ...certificates, requestCert: true, rejectUnauthorized: false }, answer);
  server.on("connection", (socket) => onTestFinished(() => void socket.destroy()));
  return `https://localhost:${await listening(server)}`;
}

const shown = (request: IncomingMessage) => ({
  metadata: {
    name: (request.socket as TLSSocket).getPeerCertificate().subject?.CN ?? "",
    uid: request.headers.authorization ?? "",
  },
});

/** What a request over the connection has shown to the server: the name of its certificate, and its token. */
async function askOver(connection: Connection): Promise<readonly [name: string, authorization: string]> {
  const client = openClient(connection, "tests");
  onTestFinished(() => client.close());
  const object = await client.get("pods", "any");
  return [object?.metadata.name ?? "", object?.metadata.uid ?? ""];
}

const tokenOf = async (connection: Connection) => (await connection.options?.())?.headers;

test("a client certificate, as data and as a file beside the kubeconfig", async () => {
  const server = await startServer((request, response) => void response.end(JSON.stringify(shown(request))));
  write("client.key", certificates.key);
  const user = `{client-certificate-data: ${base64(certificates.cert)}, client-key: client.key}`;
  const connection = await fromKubeconfig(write("config", config(user, { server })));
  expect(connection).toMatchObject({ server, namespace: "brokers" });
  expect(await askOver(connection)).toEqual(["localhost", ""]);
});

test("a name and a password in the address of the server", async () => {
  const server = await startServer((request, response) => void response.end(JSON.stringify(shown(request))));
  const address = server.replace("//", "//me:secret@");
  const connection = await fromKubeconfig(write("config", config("{}", { server: address })));
  expect(await askOver(connection)).toEqual(["", `Basic ${base64("me:secret")}`]);
});

test("a server whose certificate no authority of the kubeconfig has signed gets nothing", async () => {
  const other = await makeCertificates("localhost");
  let count = 0;
  const server = createServer({ key: other.key, cert: other.cert }, (_, response) => {
    count += 1;
    response.end("{}");
  });
  const user = "{token: abc}";
  const path = write("config", config(user, { server: `https://localhost:${await listening(server)}` }));
  await expect(askOver(await fromKubeconfig(path))).rejects.toThrow(/certificate|verify/);
  expect(count).toBe(0);
});

test("a program may return a client certificate, and a new one is used at once", async () => {
  const server = await startServer((request, response) => void response.end(JSON.stringify(shown(request))));
  const next = await makeCertificates("next");
  const credential = ({ cert, key }: { cert: string; key: string }) =>
    JSON.stringify({
      status: { clientCertificateData: cert, clientKeyData: key, expirationTimestamp: "2001-01-01T00:00:00Z" },
    });
  const file = write("credential", credential(certificates));
  const connection = await fromKubeconfig(write("config", config(`{exec: {command: cat, args: ["${file}"]}}`, { server })));
  expect(await askOver(connection)).toEqual(["localhost", ""]);
  writeFileSync(file, credential(next));
  expect(await askOver(connection)).toEqual(["next", ""]);
});

test("a token of the file, and of a program until it expires or is refused", async () => {
  expect(await tokenOf(await fromKubeconfig(write("config", config("{token: abc}"))))).toEqual({
    Authorization: "Bearer abc",
  });
  write("token", "one\n");
  const file = await fromKubeconfig(write("config", config("{tokenFile: token}")));
  expect(await tokenOf(file)).toEqual({ Authorization: "Bearer one" });
  write("token", "two\n");
  expect(await tokenOf(file)).toEqual({ Authorization: "Bearer two" });

  const count = join(folder, "count");
  const credential = `{"status":{"token":"%s","expirationTimestamp":"%s"}}`;
  const script = `test -n "$KUBERNETES_EXEC_INFO" && echo x >> ${count}; printf '${credential}' "t$(wc -l < ${count} | tr -d ' ')" "$UNTIL"`;
  const plugin = (until: string) =>
    `{exec: {command: sh, args: ["-c", ${JSON.stringify(script)}], env: [{name: UNTIL, value: "${until}"}]}}`;
  const lasting = await fromKubeconfig(write("config", config(plugin("2999-01-01T00:00:00Z"))));
  const token = async (of: Connection) => (await tokenOf(of))?.["Authorization" as never];
  expect([await token(lasting), await token(lasting)]).toEqual(["Bearer t1", "Bearer t1"]);
  lasting.renew?.();
  expect(await token(lasting)).toBe("Bearer t2");
  const expired = await fromKubeconfig(write("config", config(plugin("2001-01-01T00:00:00Z"))));
  expect([await token(expired), await token(expired)]).toEqual(["Bearer t3", "Bearer t4"]);
});

test("requests go through the proxy of the cluster", async () => {
  const server = await startServer((request, response) => void response.end(JSON.stringify(shown(request))));
  const reached: string[] = [];
  const proxy = createProxy();
  proxy.on("connect", ({ url = "" }, socket) => {
    reached.push(url);
    const to = connect(Number(url.split(":")[1]), "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      to.pipe(socket).pipe(to);
    });
    onTestFinished(() => void to.destroy());
  });
  const port = await listening(proxy);
  const more = `, proxy-url: "http://127.0.0.1:${port}"`;
  const connection = await fromKubeconfig(write("config", config("{token: abc}", { server, more })));
  expect(await askOver(connection)).toEqual(["", "Bearer abc"]);
  expect(reached).toEqual([new URL(server).host]);
});

test("several kubeconfigs are merged, the first that names something decides, and missing files are ignored", async () => {
  const contexts = "contexts: [{name: there, context: {cluster: far, user: me}}]\ncurrent-context: there\n";
  const first = write("first", contexts);
  const second = write("second", 'clusters: [{name: far, cluster: {server: "https://far:1"}}]\ncurrent-context: other\n');
  const third = write("third", `clusters: [{name: far, cluster: {server: "https://other:1"}}]\nusers: [{name: me, user: {token: mine}}]\n`);
  const all = [first, join(folder, "missing"), second, third].join(delimiter);
  const connection = await findConnection({ KUBECONFIG: all });
  expect([connection.server, await tokenOf(connection)]).toEqual(["https://far:1", { Authorization: "Bearer mine" }]);
});

test("a context that is not there, or leads nowhere, is named", async () => {
  const path = write("config", config("{}"));
  await expect(fromKubeconfig(path, "nowhere")).rejects.toThrow("has no context nowhere");
  await expect(fromKubeconfig(path, "there")).rejects.toThrow("the context there refers to no cluster with a server address");
  await expect(fromKubeconfig(join(folder, "missing"))).rejects.toThrow("cannot be read");
});

test("a kubeconfig in which a name stands twice is refused", async () => {
  const path = write("config", config("{token: abc}").concat("- {name: u, user: {token: other}}\n"));
  await expect(fromKubeconfig(path)).rejects.toThrow(`the kubeconfig ${path} cannot be read: Duplicate user: u`);
});

test("a pod finds its own cluster, and a kubeconfig that is named wins", async () => {
  const mounted = join(folder, "var/run/secrets/kubernetes.io/serviceaccount");
  mkdirSync(mounted, { recursive: true });
  for (const [name, text] of [
    ["ca.crt", certificates.ca],
    ["namespace", "here\n"],
    ["token", "abc"],
  ] as const)
    writeFileSync(join(mounted, name), text);
  const environment = { KUBERNETES_SERVICE_HOST: "10.0.0.1", KUBERNETES_SERVICE_PORT: "443" };
  const own = await fromServiceAccount(folder, environment);
  expect(own).toMatchObject({ server: "https://10.0.0.1:443", namespace: "here", isInside: true });
  expect(await tokenOf(own)).toEqual({ Authorization: "Bearer abc" });
  const named = await findConnection({ ...environment, KUBECONFIG: write("config", config("{token: abc}")) });
  expect(named.namespace).toBe("brokers");
});

test.each([
  ["token", "{token: abc}", "Bearer abc"],
  ["user and password", "{username: me, password: abc}", "Basic bWU6YWJj"],
])("a server that has not proven itself with a certificate gets no %s", async (_, user, credentials) => {
  const heard: (string | undefined)[] = [];
  const listener: RequestListener = (request, response) => {
    heard.push(request.headers.authorization);
    response.end('{"metadata":{}}');
  };
  for (const [scheme, server] of Object.entries({ http: createProxy(listener), https: createServer(certificates, listener) })) {
    const address = `${scheme}://localhost:${await listening(server)}`;
    await askOver(await fromKubeconfig(write("config", config(user, { server: address }))));
  }
  expect(heard).toEqual([undefined, credentials]);
});

test("a name and a password in an address without TLS", async () => {
  const server = createProxy(
    (request, response) => void response.end(JSON.stringify({ metadata: { uid: request.headers.authorization } })),
  );
  const address = `http://me:secret@localhost:${await listening(server)}`;
  const connection = await fromKubeconfig(write("config", config("{token: abc}", { server: address })));
  expect(await askOver(connection)).toEqual(["", `Basic ${base64("me:secret")}`]);
});
