import ky from "ky";

/** A request with plain ky, as users without Reeve would send it. */
export const byKy = (url: string): Promise<unknown> => ky(url).json();

/** A request with ky and two further headers, as Reeve sends them; one of these headers is new for each call. */
export const byKyWithHeaders = (url: string): Promise<unknown> =>
  ky(url, { headers: { authorization: "token=token", "x-request-id": crypto.randomUUID() } }).json();

/** A request with only the platform's fetch. */
export const byFetch = async (url: string): Promise<unknown> => JSON.parse(await (await fetch(url)).text());

/** Runs this many calls at the same time. */
export const times = (count: number, work: () => Promise<unknown>) => (): Promise<unknown> =>
  Promise.all(Array.from({ length: count }, work));

/** Runs each call often enough that the platform's code is compiled before the first measurement. */
export async function warmUp(...works: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (let round = 0; round < 2_000; round++) for (const work of works) await work();
}
