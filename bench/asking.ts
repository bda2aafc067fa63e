import ky from "ky";

/** A request with plain ky, as users without Reeve would send it. */
export const byKy = (url: string): Promise<unknown> => ky(url).json();

/** A request with ky, configured as Reeve configures it: token, request id, renewal after a 401, retries by effect, both timeouts. */
export const byKyAlike = async (url: string): Promise<unknown> => {
  const effect: string = "read";
  const text = await ky(url, {
    signal: new AbortController().signal,
    redirect: "manual",
    timeout: 30_000,
    totalTimeout: 120_000,
    throwHttpErrors: (status) => status !== 401,
    retry: { limit: 3, shouldRetry: () => effect === "read" },
    hooks: {
      beforeRequest: [
        ({ request }) => {
          request.headers.set("authorization", "token=token");
          request.headers.set("x-request-id", crypto.randomUUID());
        },
      ],
      afterResponse: [({ response }) => (response.status === 401 ? ky.retry() : undefined)],
      beforeError: [({ error }) => error],
    },
  }).text();
  return JSON.parse(text);
};

/** A request with only the platform's fetch. */
export const byFetch = async (url: string): Promise<unknown> => JSON.parse(await (await fetch(url)).text());

/** Runs this many calls at the same time. */
export const times = (count: number, work: () => Promise<unknown>) => (): Promise<unknown> =>
  Promise.all(Array.from({ length: count }, work));

/** Runs each call often enough that the platform's code is compiled before the first measurement. */
export async function warmUp(...works: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (let round = 0; round < 2_000; round++) for (const work of works) await work();
}
