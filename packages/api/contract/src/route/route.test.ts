import { expect, test } from "vitest";
import { parseRoute } from "./route.ts";

test("a route is read as the documents print it", () => {
  expect(parseRoute("PUT /brokers/{broker}?replace=true&phase={step}")).toEqual({
    text: "PUT /brokers/{broker}?replace=true&phase={step}",
    method: "PUT",
    segments: [{ word: "service" }, { field: "service_name" }, { word: "v1" }, { word: "brokers" }, { field: "broker" }],
    query: [
      { name: "replace", word: "true" },
      { name: "phase", field: "step" },
    ],
    fields: new Set(["broker", "step"]),
    own: false,
  });
});

test("a path with its base is taken as it stands", () => {
  expect(parseRoute("GET {base_url}/{service_name}/v1/connection").segments).toEqual([
    { field: "service_name" },
    { word: "v1" },
    { word: "connection" },
  ]);
});

test("a path of the Reeve service is relative to the folder of the instance there", () => {
  const { segments, fields, own } = parseRoute("POST {reeve}/nodes/{node}/restart");
  expect(segments).toEqual([
    { word: "reeve" },
    { word: "v1" },
    { word: "services" },
    { field: "service_name" },
    { word: "nodes" },
    { field: "node" },
    { word: "restart" },
  ]);
  expect([[...fields], own]).toEqual([["node"], true]);
});

test("the service is no field of the input", () => {
  expect([...parseRoute("GET /topics/{topic}/offsets?time={time}").fields]).toEqual(["topic", "time"]);
});

test.each([
  "topics",
  "PATCH /topics",
  "get /topics",
  "GET topics",
  "GET /topics/{topic",
  "GET /a b",
  "GET /topics?x",
  "GET /topics?=1",
  "GET /{a}{b}",
  "GET {base_url}topics",
  "GET {reeve}nodes",
])("refused: %s", (text) => {
  expect(() => parseRoute(text)).toThrow(SyntaxError);
});
