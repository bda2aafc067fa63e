import { trace } from "@opentelemetry/api";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { failureOf } from "@reeve/testing/failure-of";
import { afterAll, beforeAll, expect, test } from "vitest";
import { read } from "../test/exchange.ts";
import { json, startServer } from "../test/server.ts";
import { createTransport } from "./transport.ts";

const exporter = new InMemorySpanExporter();

beforeAll(() => {
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
});
afterAll(() => trace.disable());

test("where the application has set up OpenTelemetry a call is a span", async () => {
  await using server = await startServer((_, response, count) => json(response, count === 1 ? 503 : 200, []));
  await createTransport({ url: server.url, clock: { now: Date.now, random: () => 0 } }).send(read);
  const [span] = exporter.getFinishedSpans();
  expect(span?.name).toBe("topics.list");
  expect(span?.attributes).toEqual({
    "http.request.method": "GET",
    "url.full": `${server.url}/service/kafka/v1/topics`,
    "server.address": "127.0.0.1",
    "http.response.status_code": 200,
    "http.request.resend_count": 1,
  });
});

test("a call that fails is a span with its error", async () => {
  exporter.reset();
  await using server = await startServer((_, response) => json(response, 409, { detail: "busy" }));
  await failureOf(createTransport({ url: server.url }).send(read));
  const [span] = exporter.getFinishedSpans();
  expect(span?.status).toEqual({ code: 2, message: "busy (409)" });
  expect(span?.attributes).toMatchObject({ "http.response.status_code": 409, "error.type": "conflict" });
});

test("a tracer that fails does not fail the call", async () => {
  await using server = await startServer((_, response) => json(response, 200, ["done"]));
  const broken = () => {
    throw new Error("tracer");
  };
  const tracers = [{ startSpan: broken }, { startSpan: () => ({ setAttribute: broken, setStatus: broken, end: broken }) }];
  for (const tracer of tracers) {
    expect((await createTransport({ url: server.url, tracer }).send(read)).body).toEqual(["done"]);
  }
});

test("tracing can be turned off", async () => {
  exporter.reset();
  await using server = await startServer((_, response) => json(response, 200, []));
  await createTransport({ url: server.url, tracer: null }).send(read);
  expect(exporter.getFinishedSpans()).toEqual([]);
});
