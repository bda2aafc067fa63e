import { afterEach, expect, test } from "vitest";
import { completeOurs } from "./complete-ours.ts";

let touched = 0;
Object.defineProperty(globalThis, "trap", { configurable: true, get: () => ++touched });
afterEach(() => {
  touched = 0;
});

/** The calls to Node's completion, and its results, when the shell has no completions of its own. */
async function completed(text: string): Promise<{ readonly found: readonly string[]; readonly asked: boolean }> {
  let asked = false;
  type Done = (error: Error | null, result: [string[], string]) => void;
  const server = {
    completer: (typed: string, done: Done) => {
      asked = true;
      done(null, [
        /^s/.test(typed) ? ["setTimeout", "show"].filter((name) => name.startsWith(typed)) : ["of Node"],
        typed,
      ]);
    },
  };
  const hint = { clear: () => undefined, show: () => undefined };
  completeOurs(
    server as never,
    () => ({ complete: async () => undefined }),
    () => "",
    hint as never,
    () => ["use", "broker", "show", "structure"],
  );
  const [found] = await new Promise<[string[], string]>((resolve) =>
    server.completer(text, (_, result) => resolve(result)),
  );
  return { found, asked };
}

test.each(["trap.topics.li", "1 + trap.topics.li", "trap?.to", "f(trap."])(
  "%s is not completed: to know its value, the shell would have to run it",
  async (text) => {
    expect(await completed(text)).toEqual({ found: [], asked: false });
    expect(touched).toBe(0);
  },
);

test.each(["", "  "])("at an empty prompt (%j) there are the words of the shell, and not Node's", async (text) => {
  expect(await completed(text)).toEqual({ found: ["broker", "show", "structure", "use"], asked: false });
});

test("where a name begins, the words of the shell come before Node's, and once", async () => {
  expect((await completed("s")).found).toEqual(["show", "structure", "", "setTimeout"]);
  expect((await completed("sho")).found).toEqual(["show"]);
});

test.each(["performance.no", "crypto.", "Math.ma", "nothing.of.that", "trap"])(
  "%s is Node's to complete",
  async (text) => {
    expect(await completed(text)).toEqual({ found: ["of Node"], asked: true });
  },
);
