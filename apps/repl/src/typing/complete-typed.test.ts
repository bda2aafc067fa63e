import { afterEach, expect, test } from "vitest";
import { completeOurs } from "./complete-typed.ts";

let touched = 0;
Object.defineProperty(globalThis, "trap", { configurable: true, get: () => ++touched });
afterEach(() => {
  touched = 0;
});

/** Completes a text for which the shell itself has no completions; `asked` says whether Node's completion was called. */
async function completed(text: string): Promise<{ readonly found: readonly string[]; readonly asked: boolean }> {
  let requested = false;
  type Done = (error: Error | null, result: [string[], string]) => void;
  const server = {
    completer: (typed: string, done: Done) => {
      requested = true;
      done(null, [
        typed === "bro"
          ? ["BroadcastChannel"]
          : /^s/.test(typed)
            ? ["setTimeout", "show"].filter((name) => name.startsWith(typed))
            : ["of Node"],
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
  const [matches] = await new Promise<[string[], string]>((resolve) => server.completer(text, (_, result) => resolve(result)));
  return { found: matches, asked: requested };
}

test.each(["trap.topics.li", "1 + trap.topics.li", "trap?.to", "f(trap."])(
  "%s is not completed, because the shell would have to run a getter",
  async (text) => {
    expect(await completed(text)).toEqual({ found: [], asked: false });
    expect(touched).toBe(0);
  },
);

test.each(["", "  "])("an empty prompt (%j) offers the shell's words, and not Node's", async (text) => {
  expect(await completed(text)).toEqual({ found: ["broker", "show", "structure", "use"], asked: false });
});

test("the shell's words come before Node's, and each only once", async () => {
  expect((await completed("s")).found).toEqual(["show", "structure", "", "setTimeout"]);
  expect((await completed("sho")).found).toEqual(["show"]);
  // Node ignores the case of what it completes.
  expect((await completed("bro")).found).toEqual(["broker"]);
});

test.each(["performance.no", "crypto.", "Math.ma", "nothing.of.that", "trap"])("%s is left to Node", async (text) => {
  expect(await completed(text)).toEqual({ found: ["of Node"], asked: true });
});
