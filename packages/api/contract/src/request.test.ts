import { describe, expect, test } from "vitest";
import { listThings, lockThing, makeThing, showThing } from "../test/sample.ts";
import { isReeveError } from "./error.ts";
import { buildRequest } from "./request.ts";
import { parseRoute } from "./route/route.ts";

const service = "demo";

test("a request is built as the revision spells it", () => {
  const input = { thing: "ring", size: 3, colour: "red" } as const;
  expect(buildRequest(makeThing, { revision: "A", service, input })).toEqual({
    method: "POST",
    path: "/service/demo/v1/things/ring",
    query: "size=3&colour=red",
  });
  expect(buildRequest(makeThing, { revision: "B", service, input })).toEqual({
    method: "PUT",
    path: "/service/demo/v1/things",
    query: "name=ring&size=3&colour=1",
  });
});

test("an optional parameter that is not given is left out", () => {
  expect(buildRequest(makeThing, { revision: "A", service, input: { thing: "ring", size: 3 } }).query).toBe("size=3");
});

test("what belongs in the body goes there and nowhere else", () => {
  const request = buildRequest(lockThing, { revision: "A", service, input: { thing: "ring", key: "s3cret" } });
  expect(request).toEqual({
    method: "PUT",
    path: "/service/demo/v1/things/ring/lock",
    query: "",
    body: { key: "s3cret" },
  });
});

test("of several routes the first is sent; another can be asked for", () => {
  expect(buildRequest(showThing, { revision: "A", service, input: { thing: "ring" } }).method).toBe("GET");
  const route = parseRoute("POST /things/{thing}");
  expect(buildRequest(showThing, { revision: "A", service, input: { thing: "ring" }, route }).method).toBe("POST");
});

test("a service in a folder keeps its slash, everything else in its name is encoded", () => {
  expect(buildRequest(listThings, { revision: "A", service: "dev/my things?", input: {} }).path).toBe(
    "/service/dev/my%20things%3F/v1/things",
  );
});

describe("refused before anything is sent", () => {
  const refusal = (work: () => unknown) => {
    try {
      work();
    } catch (error) {
      if (isReeveError(error)) return `${error.code}: ${error.message}`;
    }
    throw new Error("nothing was refused");
  };

  test("a value out of its shape, with everything that is wrong", () => {
    const input = { thing: "Ring", size: 0, colour: "blue" } as never;
    expect(refusal(() => buildRequest(makeThing, { revision: "A", service, input }))).toBe(
      'bad-input: thing: expected a lower-case name, received "Ring"; size: expected an integer of at least 1, received 0; colour: expected red or green, received "blue"',
    );
  });

  test("a missing or unknown field", () => {
    expect(refusal(() => buildRequest(makeThing, { revision: "A", service, input: { thing: "ring" } as never }))).toBe(
      "bad-input: size: missing",
    );
    const input = { thing: "ring", size: 1, sise: 2 } as never;
    expect(refusal(() => buildRequest(makeThing, { revision: "A", service, input }))).toBe("bad-input: sise: there is no such field");
  });

  test("a field called __proto__, which does no harm either", () => {
    const input = JSON.parse('{"thing":"ring","size":1,"__proto__":{"colour":"red"}}');
    expect(refusal(() => buildRequest(makeThing, { revision: "A", service, input }))).toBe("bad-input: __proto__: there is no such field");
  });

  test.each([null, [], "thing", 3])("an input that is no object: %j", (input) => {
    expect(refusal(() => buildRequest(listThings, { revision: "A", service, input: input as never }))).toBe(
      "bad-input: expected an object of input fields",
    );
  });

  test("a revision that does not have the operation, naming those that have", () => {
    expect(refusal(() => buildRequest(lockThing, { revision: "B" as never, service, input: { thing: "ring", key: "k" } }))).toBe(
      'not-in-revision: "Lock a thing" is not in B; these revisions have it: A',
    );
  });

  test("a value that the revision has no way to say", () => {
    expect(refusal(() => buildRequest(showThing, { revision: "A", service, input: { thing: "ring", box: "attic" } }))).toBe(
      'not-in-revision: box: A cannot express "attic", but B can; in A it is always "main"',
    );
    expect(buildRequest(showThing, { revision: "A", service, input: { thing: "ring", box: "main" } }).path).toBe(
      "/service/demo/v1/things/ring",
    );
  });

  test.each(["", ".", "..", "a//b", "/a", "a/", "a\u0000b", "a\nb", "\ud800"])(
    "a service name that is not allowed in a path: %j",
    (name) => {
      expect(refusal(() => buildRequest(listThings, { revision: "A", service: name, input: {} }))).toMatch(/^bad-input: service/);
    },
  );

  test("a secret that does not fit, without showing it", () => {
    const input = { thing: "ring", key: ["s3cret"] } as never;
    const refused = refusal(() => buildRequest(lockThing, { revision: "A", service, input }));
    expect(refused).toBe("bad-input: key: expected a string that is not empty, received a secret that does not fit");
  });
});

test("what was checked is what is sent: only own fields count, and each is read once", () => {
  const call = (input: object) => buildRequest(makeThing, { revision: "A", service, input: input as never });
  expect(() => call(Object.create({ thing: "ring", size: 3 }))).toThrow("thing: missing");
  let count = 0;
  const shifty = {
    thing: "ring",
    get size() {
      return ++count;
    },
  };
  expect(call(shifty).query).toBe("size=1");
  expect(call({ thing: "ring", size: 3, colour: undefined }).query).toBe("size=3");
});

test("a server that knows another spelling can be given it", () => {
  const input = { thing: "ring", size: 3, colour: "red" } as const;
  const spell = (field: string, text: string) => (field === "colour" ? `${text}-ish` : text);
  expect(buildRequest(makeThing, { revision: "A", service, input, spell }).query).toBe("size=3&colour=red-ish");
});
