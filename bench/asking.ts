import ky from "ky";

/** Asks as somebody without Reeve does: with ky as it comes. */
export const byKy = (url: string): Promise<unknown> => ky(url).json();

/** The same with what of ours is on the wire, which is no work of ours: two headers more, one of them new for each call. */
export const byKyWithHeaders = (url: string): Promise<unknown> =>
  ky(url, { headers: { authorization: "token=token", "x-request-id": crypto.randomUUID() } }).json();

/** The platform alone. */
export const byFetch = async (url: string): Promise<unknown> => JSON.parse(await (await fetch(url)).text());

/** So many at once. */
export const times = (count: number, work: () => Promise<unknown>) => (): Promise<unknown> =>
  Promise.all(Array.from({ length: count }, work));

/** A call goes through much code of the platform: what is measured first would be measured while that is still being compiled. */
export async function warmUp(...works: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (let round = 0; round < 2_000; round++) for (const work of works) await work();
}
