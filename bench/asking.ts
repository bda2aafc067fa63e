import ky from "ky";

/** A request as users without Reeve make it: with plain ky. */
export const byKy = (url: string): Promise<unknown> => ky(url).json();

/** The same with the headers that Reeve sends: two more, one of them new for each call. */
export const byKyWithHeaders = (url: string): Promise<unknown> =>
  ky(url, { headers: { authorization: "token=token", "x-request-id": crypto.randomUUID() } }).json();

/** A request with the platform's fetch alone. */
export const byFetch = async (url: string): Promise<unknown> => JSON.parse(await (await fetch(url)).text());

/** Runs this many calls at once. */
export const times = (count: number, work: () => Promise<unknown>) => (): Promise<unknown> =>
  Promise.all(Array.from({ length: count }, work));

/** A call runs much platform code, which has to be compiled before the first measure. */
export async function warmUp(...works: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (let round = 0; round < 2_000; round++) for (const work of works) await work();
}
