import { X509Certificate } from "node:crypto";
import { writeFileSync } from "node:fs";
import { createServer as createProxy } from "node:http";
import { createServer } from "node:https";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { type Certificates, makeCertificates } from "@reeve/testing/certificates";
import { beforeAll, describe, expect, test } from "vitest";
import { type Home, makeHome, reeve } from "./command-line.ts";

let certificates: Certificates;
beforeAll(async () => {
  certificates = await makeCertificates("localhost");
});

/** A server that requires a client certificate. */
async function startGuarded() {
  const server = createServer({ ...certificates, requestCert: true, rejectUnauthorized: true }, ({ url }, answer) =>
    url === "/ca/dcos-ca.crt"
      ? answer.end(certificates.ca)
      : answer.writeHead(200, { "content-type": "application/json" }).end('["orders"]'),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A proxy that opens tunnels to this machine and records their targets. */
async function startTunnels() {
  const opened: string[] = [];
  const server = createProxy().on("connect", ({ url = "" }, socket) => {
    opened.push(url);
    const upstream = connect(Number(url.split(":")[1]), "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on("error", () => socket.destroy());
    socket.on("error", () => upstream.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    opened,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Makes a home that contains the files of the client certificate. */
function homeWithFiles(env: Readonly<Record<string, string>>): Home {
  const home = makeHome(env);
  for (const [name, text] of Object.entries(certificates)) writeFileSync(join(home.folder, `${name}.pem`), text);
  return home;
}

describe("a server that wants a client certificate", () => {
  const line = "broker topics list --service kafka --revision R3 --ca ca.pem";

  test("gets the certificate from flags, from the environment and from the profile", async () => {
    await using server = await startGuarded();
    const oneLine = (text: string) => text.replaceAll("\n", "\\n");
    const { cert, key } = certificates;
    using home = homeWithFiles({ REEVE_URL: server.url });
    const { ca } = { ca: join(home.folder, "ca.pem") };
    const list = line.replace("ca.pem", ca);
    const files = { REEVE_CERT: join(home.folder, "cert.pem"), REEVE_KEY: join(home.folder, "key.pem") };
    for (const [more, env] of [
      [` --cert ${files.REEVE_CERT} --key ${files.REEVE_KEY}`, {}],
      ["", files],
      ["", { REEVE_CERT: cert, REEVE_KEY: key }],
      ["", { REEVE_CERT: oneLine(cert), REEVE_KEY: oneLine(key) }],
    ] as const) {
      expect(await reeve(home, list + more, { env }), more).toMatchObject({ code: 0, out: "orders\n" });
    }
    const kept = `profiles add mine --url ${server.url} --ca ${ca} --cert ${files.REEVE_CERT} --key ${files.REEVE_KEY}`;
    expect((await reeve(home, kept)).code).toBe(0);
    expect((await reeve(home, "profiles show mine")).out).toMatch(/^certificate +\S+cert\.pem$/m);
    expect(await reeve(home, "broker topics list --service kafka --revision R3")).toMatchObject({ code: 0 });
    // The certificate is only used for the address of its profile.
    const elsewhere = server.url.replace("localhost", "127.0.0.1");
    const other = await reeve(home, `${list} --url ${elsewhere}`);
    expect([other.code === 0, other.err]).toEqual([false, expect.stringContaining("they are not used for")]);
  });

  test("is reported if there is none, with a hint that names the flags", async () => {
    await using server = await startGuarded();
    using home = homeWithFiles({ REEVE_URL: server.url });
    const { code, err } = await reeve(home, line.replace("ca.pem", join(home.folder, "ca.pem")));
    expect([code, err]).toEqual([4, expect.stringContaining("requires a client certificate")]);
    expect(err).toContain("Give a client certificate with --cert FILE and --key FILE");
    expect(err).not.toContain("reeve login");
  });

  test("shows its authority to login --trust and to doctor, with the certificate and through the proxy", async () => {
    await using server = await startGuarded();
    await using proxy = await startTunnels();
    using home = homeWithFiles({ REEVE_URL: server.url.replace("localhost", "cluster.invalid") });
    const shows = `--cert ${join(home.folder, "cert.pem")} --key ${join(home.folder, "key.pem")}`;
    const fingerprint = new X509Certificate(certificates.ca).fingerprint256;
    const login = `login --trust --fingerprint ${fingerprint}`;
    const through = await reeve(home, `${login} ${shows} --proxy http://${proxy.host}`);
    // The authority of the server is found, but the server's certificate is for localhost and not for this host.
    expect(through).toMatchObject({ code: 11, err: expect.stringContaining("for another host name") });
    expect(through.err).toContain(fingerprint);
    const host = new URL(server.url.replace("localhost", "cluster.invalid")).host;
    expect(proxy.opened).toEqual([host, host]);
    const doctor = await reeve(home, `doctor --url ${server.url} ${shows} --proxy http://${proxy.host}`);
    expect(doctor.out).toContain(fingerprint);
    const trusted = await reeve(home, `${login} --url ${server.url} ${shows}`);
    expect(trusted).toMatchObject({ code: 0, out: expect.stringContaining(`trusts the authority ${fingerprint}`) });
    const without = await reeve(home, `${login} --url ${server.url}`);
    expect(without).toMatchObject({ code: 4, err: expect.stringContaining("requires a client certificate") });
    const gone = await reeve(home, `${login} --proxy http://robot:canary-pass@127.0.0.1:59999`);
    expect(gone).toMatchObject({ code: 10, err: expect.stringContaining("the proxy http://127.0.0.1:59999") });
    expect(gone.err).not.toContain("canary");
  });

  test("a certificate without its key, and files that contain no certificate, are named", async () => {
    using home = homeWithFiles({ REEVE_URL: "https://localhost:1" });
    const file = (name: string) => join(home.folder, name);
    const at = (flags: string) => reeve(home, `broker topics list --service kafka --revision R3 ${flags}`);
    expect(await at(`--cert ${file("cert.pem")}`)).toMatchObject({
      code: 2,
      err: "error: --cert needs --key: a client certificate and its key must be given together\n",
    });
    expect(await at(`--cert ${file("cert.pem")} --key ${file("none.pem")}`)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/key: \S+none\.pem cannot be read: there is no such file/),
    });
    expect(await at(`--cert ${file("cert.pem")} --key ${file("ca.pem")}`)).toMatchObject({
      code: 2,
      err: expect.stringContaining("key: expected a private key as PEM text"),
    });
  });
});

test("the proxy of a flag is also used for this machine, and replaces those of the environment", async () => {
  using home = makeHome({ REEVE_URL: "http://127.0.0.1:59997", http_proxy: "http://127.0.0.1:59998" });
  const line = "broker topics list --service kafka --revision R3";
  expect((await reeve(home, line)).err).toContain("http://127.0.0.1:59997 cannot be reached");
  const { code, err } = await reeve(home, `${line} --proxy http://user:canary-pass@127.0.0.1:59999`);
  expect([code, err]).toEqual([10, expect.stringContaining("the proxy http://127.0.0.1:59999")]);
  expect(err).not.toContain("canary");
  const shown = await reeve(home, "config show --proxy http://user:canary-pass@127.0.0.1:59999");
  expect(shown.out).toMatch(/^proxy +http:\/\/<redacted>@127\.0\.0\.1:59999 +--proxy$/m);
  expect((await reeve(home, `${line} --proxy socks5://127.0.0.1:59999`)).err).toContain("SOCKS");
});
