import { describe, expect, test } from "vitest";
import { sampleApi } from "../test/sample.ts";
import { api } from "./api.ts";
import { createRouter, inputOf } from "./router.ts";

const router = createRouter(sampleApi, "A");
const match = (request: string) => {
  const [method = "", target = ""] = request.split(" ");
  return router.match(method, target);
};

/** The name and the checked input, or the router's refusal. */
const meaning = (request: string, body?: unknown) => {
  const result = match(request);
  return result.kind === "operation" ? [result.name, inputOf(result, body)] : result;
};

const P = "/service/demo/v1";

test("a request means an operation and its input", () => {
  expect(meaning(`GET ${P}/things`)).toEqual(["things.list", {}]);
  expect(meaning(`POST ${P}/things/ring?size=3&colour=red`)).toEqual(["things.make", { thing: "ring", size: 3, colour: "red" }]);
  expect(meaning(`PUT ${P}/things/ring/lock`, { key: "k" })).toEqual(["locks.lock", { thing: "ring", key: "k" }]);
});

test("it belongs to the service that the path names", () => {
  expect(match("GET /service/my%20demo/v1/things")).toMatchObject({ service: "my demo" });
});

test("a path of the Reeve service means the same in every revision", () => {
  expect(meaning("GET /reeve/v1/services/demo/things/count?box=main")).toEqual(["things.count", { box: "main" }]);
  expect(createRouter(sampleApi, "B").match("GET", "/reeve/v1/services/my%20demo/things/count")).toMatchObject({
    name: "things.count",
    service: "my demo",
    revisions: ["A", "B"],
  });
});

test("a word wins over a parameter, under every method", () => {
  expect(meaning(`GET ${P}/things/lost`)).toEqual(["things.lost", {}]);
  expect(meaning(`PUT ${P}/things/lost?operation=break`)).toEqual({ kind: "wrong-method", allow: ["GET"] });
});

test("fixed parts of the query decide between routes", () => {
  expect(meaning(`PUT ${P}/things/ring?operation=break`)).toEqual(["things.break", { thing: "ring" }]);
  expect(meaning(`PUT ${P}/things/ring?operation=mend`)).toEqual(["things.mend", { thing: "ring" }]);
  expect(meaning(`PUT ${P}/things/ring?operation=polish`)).toEqual({
    kind: "bad-request",
    reason: "expected operation=break or operation=mend in the query",
  });
});

test("with all of its parameters it makes, with none it shows, with some it says which is missing", () => {
  expect(meaning(`POST ${P}/things/ring?size=3`)).toEqual(["things.make", { thing: "ring", size: 3 }]);
  expect(meaning(`POST ${P}/things/ring`)).toEqual(["things.show", { thing: "ring", box: "main" }]);
  expect(() => meaning(`POST ${P}/things/ring?colour=red`)).toThrow("size: missing");
});

test("a path with another fixed part does not match the operation without it", () => {
  for (const query of ["operation=breakk", "operation=", "operation"]) {
    expect(meaning(`PUT ${P}/things/ring?${query}`)).toMatchObject({ kind: "bad-request" });
  }
  expect(meaning(`DELETE ${P}/things/ring?for-good=no`)).toEqual({
    kind: "bad-request",
    reason: "for-good: expected true, or leave this parameter out",
  });
  expect(meaning(`DELETE ${P}/things/ring?for-good=true`)).toEqual(["things.dropForGood", { thing: "ring" }]);
  expect(meaning(`DELETE ${P}/things/ring`)).toEqual(["things.drop", { thing: "ring" }]);
});

test("the order of declarations does not matter", () => {
  const { things } = sampleApi.operations;
  const turned = api({ ...sampleApi, operations: { things: Object.fromEntries(Object.entries(things).reverse()) } });
  const match = createRouter(turned, "A").match("POST", `${P}/things/ring`);
  expect(match).toMatchObject({ name: "things.show" });
});

test("a revision that the API does not have has no router", () => {
  expect(() => createRouter(sampleApi, "C")).toThrow("sample has no revision C; it has A, B");
});

test("parameters that the operation does not know are named", () => {
  expect(match(`GET ${P}/things?page=2&size=9`)).toMatchObject({
    name: "things.list",
    unknownParameters: ["page", "size"],
  });
});

test("a known path under another method says which methods it has", () => {
  expect(match(`PATCH ${P}/things/ring`)).toEqual({ kind: "wrong-method", allow: ["GET", "POST", "PUT", "DELETE"] });
});

test.each([
  "/",
  "",
  "xservice/demo/v1/things",
  "http://host/service/demo/v1/things",
  "/service/demo/v1/things#x",
  `${P}`,
  `${P}/`,
  `${P}/things/`,
  `${P}//things`,
  `${P}/nothing`,
  "/service/demo/v2/things",
  `${P}/things/ring/lock/x`,
])("nothing is at %j", (path) => {
  expect(match(`GET ${path}`).kind).toBe(path === `${P}/things/` ? "bad-request" : "unknown-path");
});

describe("hostile targets", () => {
  test.each(["%2e%2e", "%2E", "..", ".", "%00", "%0a", "%", "%zz", "%ff", "%c0%ae"])("a path segment %s is refused", (segment) => {
    expect(match(`GET ${P}/things/${segment}`)).toEqual({
      kind: "bad-request",
      reason: "thing: not a legal path segment",
    });
  });

  test.each(["a%2Fb", "%ED%A0%80", "\ud800", "a%00"])("a service name %s is refused", (name) => {
    expect(match(`GET /service/${name}/v1/things`)).toMatchObject({ kind: "bad-request" });
  });

  test("an encoded slash stays within its segment, where the schema refuses it", () => {
    expect(() => meaning(`GET ${P}/things/a%2Fb`)).toThrow('thing: expected a lower-case name, received "a/b"');
  });

  test.each([
    ["size=1&size=2", "size: given more than once in the query"],
    ["size=%", "the query is not well-formed"],
    ["%ff=1", "the query is not well-formed"],
  ])("a query %s is refused", (query, reason) => {
    expect(match(`POST ${P}/things/ring?${query}`)).toEqual({ kind: "bad-request", reason });
  });

  test.each(["1.5", "0x10", "1e3", "+1", " 1", "", "99999999999999999999", "NaN"])("a size of %j is no number", (size) => {
    expect(() => meaning(`POST ${P}/things/ring?size=${encodeURIComponent(size)}`)).toThrow("size: expected an integer of at least 1");
  });

  test.each(["__proto__", "constructor", "toString", "hasOwnProperty"])(
    "a parameter called %s is an unknown parameter like any other",
    (name) => {
      expect(match(`GET ${P}/things?${name}=1`)).toMatchObject({ unknownParameters: [name], fields: {} });
      expect(match(`GET ${P}/${name}`).kind).toBe("unknown-path");
      expect(router.match(name, `${P}/things`)).toEqual({ kind: "wrong-method", allow: ["GET"] });
    },
  );

  test("a body cannot say what the path says", () => {
    expect(() => meaning(`PUT ${P}/things/ring/lock`, { thing: "other", key: "k" })).toThrow('"thing": there is no such field in the body');
  });

  test.each([undefined, null, [], "{}", 1])("a body of %j is no object", (body) => {
    expect(() => meaning(`PUT ${P}/things/ring/lock`, body)).toThrow("expected a JSON object in the body");
  });

  test("a query of a hundred thousand parameters is only read", () => {
    const query = Array.from({ length: 100_000 }, (_, index) => `p${index}=1`).join("&");
    expect(match(`GET ${P}/things?${query}`)).toMatchObject({ kind: "operation" });
  });
});

test("a read means the same however often and between how many others it is asked", () => {
  const many = createRouter(sampleApi, "B");
  const asked = (number: number) => many.match("GET", `/reeve/v1/services/demo-${number}/things/count?box=b${number}`);
  for (let round = 0; round < 2; round++) {
    for (let number = 0; number < 1500; number++) {
      expect(asked(number)).toMatchObject({ name: "things.count", service: `demo-${number}`, fields: { box: `b${number}` } });
    }
  }
  expect(asked(1499)).toBe(asked(1499));
  expect(many.match("POST", "/reeve/v1/services/demo-1/things/count")).toMatchObject({ kind: "wrong-method" });
});
