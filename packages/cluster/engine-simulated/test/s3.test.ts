import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { keyFilesInMemory } from "@reeve/backups";
import { missingForS3Proxy, type S3Proxy, startS3Proxy } from "@reeve/testing/s3proxy";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { database, rowCounts } from "./database.ts";
import { runPlan } from "./run-plan.ts";

const missing = await missingForS3Proxy();
const keyFiles = keyFilesInMemory();

const request = (store: Pick<S3Proxy, "accessKey" | "secretKey">, bucket = "backups") => ({
  backup_name: "nightly",
  external_location: `s3://${bucket}`,
  s3_access_key: store.accessKey,
  s3_secret_key: store.secretKey,
});

describe.skipIf(missing)(`a real object store${missing ? ` (skipped: ${missing})` : ""}`, () => {
  let store: S3Proxy;
  beforeAll(async () => {
    store = await startS3Proxy();
    store.makeBucket("backups");
  }, 300_000);
  afterAll(() => store?.close());

  test("stores a backup that is restored into another cluster", async () => {
    const objectStore = { endpoint: store.endpoint };
    const [from, to] = [await database(2, { objectStore, keyFiles }), await database(2, { objectStore, keyFiles })];
    const steps = await runPlan(from.cluster, await from.cluster.administration.backup(request(store)));
    expect(steps.get("BackupSchema BackupSchema")).toBe(`complete in s3://backups at ${store.endpoint}`);
    await runPlan(to.cluster, await to.cluster.administration.restore(request(store)));
    expect(await rowCounts(to)).toEqual(await rowCounts(from));
    await from.close();
    await to.close();
  });

  test.each([
    ["wrong secret", (right: S3Proxy) => request({ ...right, secretKey: "wrong-secret" }), /refused the keys for s3:\/\/backups/],
    ["unknown key", (right: S3Proxy) => request({ ...right, accessKey: "nobody" }), /refused the keys/],
    ["absent bucket", (right: S3Proxy) => request(right, "nowhere"), /there is no bucket nowhere in the object store/],
  ])(
    "a %s is reported in one sentence, without keys",
    async (_, request, words) => {
      const opened = await database(1, { objectStore: { endpoint: store.endpoint } });
      const counts = await rowCounts(opened);
      const input = request(store);
      for (const plan of [await opened.cluster.administration.backup(input), await opened.cluster.administration.restore(input)]) {
        const failure = await runPlan(opened.cluster, plan).catch((error: unknown) => error);
        expect(failure).toMatchObject({ code: "server-failure", message: expect.stringMatching(words) });
        for (const key of [input.s3_access_key, input.s3_secret_key]) expect(String(failure)).not.toContain(key);
      }
      expect(await rowCounts(opened)).toEqual(counts);
      await opened.close();
    },
    60_000,
  );

  test("that dies in the middle of a restore leaves the cluster unchanged", async () => {
    const dying = await startS3Proxy();
    dying.makeBucket("backups");
    const objectStore = { endpoint: dying.endpoint };
    const [from, to] = [await database(2, { objectStore, keyFiles }), await database(2, { objectStore, keyFiles })];
    const counts = await rowCounts(to);
    await runPlan(from.cluster, await from.cluster.administration.backup(request(dying)));
    const restore = await to.cluster.administration.restore(request(dying));
    const failure = await runPlan(to.cluster, restore, {
      skip: (step) => {
        if (step === "Download node-1") void dying.kill();
        return false;
      },
    }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "server-failure", message: expect.stringMatching(/object store/) });
    expect(await rowCounts(to)).toEqual(counts);
    await dying.close();
    await from.close();
    await to.close();
  }, 120_000);
});

describe("an object store that breaks", () => {
  let server: Server | undefined;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  async function endpoint(answer: Parameters<typeof createServer>[1]): Promise<string> {
    server = createServer(answer ?? (() => {})).listen(0, "127.0.0.1");
    await once(server, "listening");
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  const keys = { accessKey: "a", secretKey: "s" };

  async function failureOf(place: string): Promise<unknown> {
    const opened = await database(1, { objectStore: { endpoint: place } });
    const plan = await opened.cluster.administration.backup(request(keys));
    const failure = await runPlan(opened.cluster, plan).catch((error: unknown) => error);
    await opened.close();
    return failure;
  }

  test("in the middle of an upload is reported", async () => {
    let written = 0;
    const place = await endpoint((incoming, response) => {
      if (incoming.method === "PUT") {
        written++;
        if (written === 1) response.writeHead(200, { etag: '"x"' }).end();
        else incoming.socket.destroy();
      } else if (incoming.url?.includes("list-type=2")) {
        response.writeHead(200).end("<ListBucketResult></ListBucketResult>");
      } else response.writeHead(404).end("<Error><Code>NoSuchKey</Code></Error>");
    });
    expect(await failureOf(place)).toMatchObject({
      code: "server-failure",
      // The message depends on whether the connection breaks before or after the request has been written.
      message: expect.stringMatching(/^the object store cannot be reached \(s3:\/\/backups at \S+\): (UND_ERR_SOCKET|ECONNRESET|EPIPE)$/),
    });
  });

  test("with an error answer is reported, without the answer's text", async () => {
    const place = await endpoint((_, response) =>
      response.writeHead(503).end("<Error><Code>SlowDown</Code><Message>secret a s</Message></Error>"),
    );
    expect(await failureOf(place)).toMatchObject({
      message: `the object store failed at s3://backups at ${place} with status 503 (SlowDown)`,
    });
  });

  test("with an answer that is not XML is reported", async () => {
    const place = await endpoint((_, response) => response.writeHead(200).end("<html>hello</html>"));
    expect(await failureOf(place)).toMatchObject({
      message: expect.stringContaining("a backup called nightly exists already"),
    });
  });
});
