import { didYouMean } from "@reeve/terminal";
import type { Model } from "../help/model.ts";

/** Explains a JavaScript error with the names that the user typed; undefined if the error is clear. */
export function explainTypeError(error: unknown, code: string, model: (path: string) => Model | undefined): string | undefined {
  if (!(error instanceof TypeError)) return undefined;
  for (const [path] of code.matchAll(PATH)) {
    const sentence = misspelt(path.split("."), model);
    if (sentence !== undefined) return sentence;
    if (/not iterable/.test(error.message) && model(path)?.method) {
      return `${path}() returns a promise, which must be awaited here: await ${path}()`;
    }
  }
  return undefined;
}

const PATH = /(?<![\w$.])[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+/g;

/**
 * Explains which name in a path is misspelt, such as `topic` in `broker.topic.list`. Returns undefined if none is, because the error then
 * comes from elsewhere, for example from inside a method.
 */
function misspelt(names: readonly string[], model: (path: string) => Model | undefined): string | undefined {
  for (let depth = 1; depth < names.length; depth++) {
    const path = names.slice(0, depth).join(".");
    const name = names[depth] ?? "";
    const above = model(path);
    if (!above || above.method) return undefined;
    if (model(`${path}.${name}`) || above.names().includes(name)) continue;
    const known = above.names().filter((each) => each !== "help");
    return `${path} has no ${JSON.stringify(name)}; it has ${known.join(", ")}.${didYouMean(name, known)}`;
  }
  return undefined;
}
