import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream";
import { type ObjectStore, objectStores } from "@reeve/backups";
import { type S3Proxy, startS3Proxy } from "@reeve/testing/s3proxy";

/** A real object store that records its requests. */
export interface CountedStore extends AsyncDisposable, Pick<S3Proxy, "makeBucket" | "kill" | "start"> {
  readonly endpoint: string;
  /** Where a backup is stored, with the keys for that place. */
  readonly place: {
    readonly external_location: string;
    readonly s3_access_key: string;
    readonly s3_secret_key: string;
  };
  /** The requests in the order of their arrival, such as `PUT /backups/nightly/manifest.json`. */
  readonly asked: string[];
  /** The bucket of the backups, for tests that inspect or damage it. These requests are not recorded. */
  readonly bucket: ObjectStore;
  /** The keys of all files that belong to backups. */
  files(): Promise<readonly string[]>;
}

const BUCKET = "backups";

/** Starts a store behind a proxy that records every request. Requests for files are delayed by `delay` milliseconds. */
export async function startCountedStore({ delay = 0 } = {}): Promise<CountedStore> {
  const store: S3Proxy = await startS3Proxy();
  store.makeBucket(BUCKET);
  const { hostname, port } = new URL(store.endpoint);
  const requests: string[] = [];
  const front = createServer((incoming, answer) => {
    const { method, url = "", headers } = incoming;
    requests.push(`${method} ${url.split("?")[0]}`);
    const outgoing = request({ host: hostname, port, method, path: url, headers }, (got) => {
      const pass = () => {
        // The client may have been killed in the meantime.
        if (answer.destroyed) {
          got.destroy();
          return;
        }
        answer.writeHead(got.statusCode ?? 502, got.headers);
        // If the store is killed in the middle of an answer, the client's connection must end as well.
        pipeline(got, answer, () => undefined);
      };
      setTimeout(pass, url.includes("/~files/") ? delay : 0);
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
    asked: requests,
    bucket,
    makeBucket: store.makeBucket,
    kill: store.kill,
    start: store.start,
    files: async () => (await bucket.list("~files/", new AbortController().signal)).map(({ key }) => key).sort(),
    async [Symbol.asyncDispose]() {
      front.closeAllConnections();
      front.close();
      await store.close();
    },
  };
}
