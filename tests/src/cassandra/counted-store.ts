import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { type ObjectStore, objectStores } from "@reeve/backups";
import { type S3Proxy, startS3Proxy } from "../../../packages/engine-simulated/test/s3proxy/s3proxy.ts";

/** A real object store, and what it was asked. */
export interface CountedStore extends AsyncDisposable {
  readonly endpoint: string;
  /** The place of a backup, with keys for it. */
  readonly place: {
    readonly external_location: string;
    readonly s3_access_key: string;
    readonly s3_secret_key: string;
  };
  /** `PUT /backups/nightly/manifest.json`, in the order in which they came. */
  readonly asked: string[];
  /** The same bucket, to look into and to damage. */
  readonly bucket: ObjectStore;
  /** The keys of the files of all backups. */
  files(): Promise<readonly string[]>;
}

const BUCKET = "backups";

/** Starts one behind a listener that passes everything on and notes it. */
export async function startCountedStore(): Promise<CountedStore> {
  const store: S3Proxy = await startS3Proxy();
  store.makeBucket(BUCKET);
  const { hostname, port } = new URL(store.endpoint);
  const asked: string[] = [];
  const front = createServer((incoming, answer) => {
    const { method, url = "", headers } = incoming;
    asked.push(`${method} ${url.split("?")[0]}`);
    const outgoing = request({ host: hostname, port, method, path: url, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(answer);
    });
    outgoing.on("error", () => answer.destroy());
    incoming.pipe(outgoing);
  }).listen(0, "127.0.0.1");
  await once(front, "listening");
  const { accessKey, secretKey } = store;
  const direct = objectStores({ endpoint: store.endpoint });
  const bucket = await direct(`s3://${BUCKET}`, { accessKey, secretKey });
  return {
    endpoint: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    place: { external_location: `s3://${BUCKET}`, s3_access_key: accessKey, s3_secret_key: secretKey },
    asked,
    bucket,
    files: async () => (await bucket.list("~files/", new AbortController().signal)).map(({ key }) => key).sort(),
    async [Symbol.asyncDispose]() {
      front.closeAllConnections();
      front.close();
      await store.close();
    },
  };
}
