import { jwtVerify, SignJWT } from "jose";
import { json, startServer, type TestServer } from "./server.ts";

/** A server with the logins of an enterprise cluster: real keys, real tokens, and its own clock. */
export interface TestCluster extends TestServer {
  /** PKCS#8 PEM of the service account `robot`. */
  readonly privateKey: string;
  readonly jwk: JsonWebKey;
  logins(): number;
  calls(): number;
  /** Refuses every token that has been issued so far. */
  revokeAll(): void;
}

export interface ClusterOptions {
  /** Milliseconds by which the cluster's clock is ahead of this machine's. */
  readonly ahead?: number;
  /** The lifetime of a token in milliseconds. */
  readonly lifetime?: number;
  /** How many milliseconds a login takes. */
  readonly loginTakes?: number;
  /** Refuses all logins. */
  readonly closed?: boolean;
}

export const PASSWORD = "pa55-w0rd-canary";

export async function startCluster({
  ahead = 0,
  lifetime = 3_600_000,
  loginTakes = 20,
  closed = false,
}: ClusterOptions = {}): Promise<TestCluster> {
  const algorithm = {
    name: "RSASSA-PKCS1-v1_5",
    modulusLength: 2048,
    publicExponent: new Uint8Array([1, 0, 1]),
    hash: "SHA-256",
  };
  const account = (await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"])) as CryptoKeyPair;
  const secret = crypto.getRandomValues(new Uint8Array(32));
  const now = () => Date.now() + ahead;
  let logins = 0;
  let calls = 0;
  let generation = 0;

  const issue = () =>
    new SignJWT({ uid: "robot", generation, jti: crypto.randomUUID() })
      .setProtectedHeader({ alg: "HS256" })
      .setExpirationTime(Math.floor((now() + lifetime) / 1000))
      .sign(secret);

  const mayLogIn = async (body: { uid?: string; password?: string; token?: string }): Promise<boolean> => {
    if (closed || body.uid !== "robot") return false;
    if (body.password !== undefined) return body.password === PASSWORD;
    try {
      const { payload } = await jwtVerify(body.token ?? "", account.publicKey, {
        algorithms: ["RS256"],
        currentDate: new Date(now()),
      });
      return payload.uid === "robot" && (payload.exp ?? 0) * 1000 < now() + 10 * 60_000;
    } catch {
      return false;
    }
  };

  const isGood = async (header: string | undefined): Promise<boolean> => {
    try {
      const { payload } = await jwtVerify(header?.replace(/^token=/, "") ?? "", secret, {
        currentDate: new Date(now()),
      });
      return payload.generation === generation;
    } catch {
      return false;
    }
  };

  const server = await startServer(async (request, response) => {
    response.setHeader("date", new Date(now()).toUTCString());
    if (request.url === "/acs/api/v1/auth/login") {
      logins++;
      const refused = {
        title: "Unauthorized",
        description: "The supplied credentials are wrong.",
        code: "ERR_INVALID_CREDENTIALS",
      };
      const good = await mayLogIn(JSON.parse(request.body));
      const token = good ? await issue() : undefined;
      setTimeout(() => json(response, good ? 200 : 401, good ? { token } : refused), loginTakes);
      return;
    }
    calls++;
    if (await isGood(request.headers.authorization)) json(response, 200, ["orders"]);
    else {
      response.writeHead(401, { "content-type": "text/html", "www-authenticate": "oauthjwt" });
      response.end(`<html><body>401: ${request.headers.authorization ?? ""}</body></html>`);
    }
  });
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey("pkcs8", account.privateKey)).toString("base64");
  return Object.assign(server, {
    privateKey: `-----BEGIN PRIVATE KEY-----\n${pkcs8}\n-----END PRIVATE KEY-----\n`,
    jwk: await crypto.subtle.exportKey("jwk", account.privateKey),
    logins: () => logins,
    calls: () => calls,
    revokeAll: () => {
      generation++;
    },
  });
}
