import { isReeveError, ReeveError } from "@reeve/contract";
import { folderStores } from "./folder-store.ts";
import { bucketOf, type ObjectStoreOptions, type OpenObjectStore } from "./object-store.ts";

/** Opens buckets of an S3-compatible store if an endpoint is given, otherwise folders. The S3 client is loaded when it is first needed. */
export function objectStores({ endpoint, region = "us-east-1", folder }: ObjectStoreOptions): OpenObjectStore {
  if (endpoint !== undefined && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? "")) {
    throw new ReeveError("bad-input", "the endpoint of the object store is not an http or https URL");
  }
  const open = endpoint === undefined ? folderStores(folder) : undefined;
  return async (location, keys) => {
    const bucket = bucketOf(location);
    if (open) return open(bucket);
    const { s3Store } = await import("./s3-store.ts");
    return s3Store({ endpoint: endpoint ?? "", region, bucket, ...keys });
  };
}

/** Timeout in milliseconds of the early check. After the timeout, the plan begins anyway, and its steps report what is wrong. */
const EARLY_CHECK_TIMEOUT = 5000;

/** Checks a request before the plan begins. An unreachable store is no error here, because the steps will report it. */
export async function checkEarly(ask: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
  try {
    await ask(AbortSignal.timeout(EARLY_CHECK_TIMEOUT));
  } catch (error) {
    if (isReeveError(error) && error.code !== "server-failure") throw error;
  }
}
