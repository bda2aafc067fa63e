import { get } from "node:http";

export type Bean = Readonly<Record<string, unknown>>;

const TIMEOUT = 4000;

/** Requests the beans that match a pattern, such as `Hadoop:service=NameNode,name=*`. The answer usually comes within milliseconds. */
export async function beans(host: string, port: number, names: string, signal: AbortSignal): Promise<readonly Bean[]> {
  const text = await httpGet(host, port, `/jmx?qry=${names}`, signal, TIMEOUT);
  const parsed: unknown = JSON.parse(text);
  const found = typeof parsed === "object" && parsed !== null && "beans" in parsed ? parsed.beans : undefined;
  if (!Array.isArray(found)) throw new Error("the answer has no beans");
  return found as readonly Bean[];
}

export function httpGet(
  host: string,
  port: number,
  path: string,
  signal: AbortSignal,
  timeout: number,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
    const request = get({ host, port, path, signal: limited, agent: false }, (response) => {
      const pieces: Buffer[] = [];
      response.on("data", (piece: Buffer) => pieces.push(piece));
      response.once("error", reject);
      response.once("end", () => {
        if (response.statusCode === 200) resolve(Buffer.concat(pieces).toString());
        else reject(new Error(`the daemon answered with status ${response.statusCode}`));
      });
    });
    request.once("error", (error) => {
      reject(error.name === "AbortError" ? new Error(`no answer within ${timeout / 1000} s`) : error);
    });
  });
}
