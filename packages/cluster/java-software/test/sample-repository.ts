import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A Maven repository for one test, with the requests that it got. */
export interface SampleRepository {
  readonly url: string;
  readonly requests: readonly { readonly path: string; readonly range?: string; readonly authorization?: string }[];
  /** How the repository answers from now on. */
  answer: RequestListener;
}

/** Sends the content of every jar. */
export const good: RequestListener = (_, response) => response.end("good");

/** Answers with this status. */
export const status =
  (code: number): RequestListener =>
  (_, response) =>
    response.writeHead(code).end();

export async function sampleRepository(answer: RequestListener = good): Promise<SampleRepository> {
  const requests: SampleRepository["requests"][number][] = [];
  const server = createServer((request, response) => {
    const { range, authorization } = request.headers;
    requests.push({ path: request.url ?? "", ...(range && { range }), ...(authorization && { authorization }) });
    repository.answer(request, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const repository = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/maven2`, requests, answer };
  return repository;
}
