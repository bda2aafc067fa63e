import { isReeveError, ReeveError } from "@reeve/contract";

/** The errors whose message begins with the name of a method, with the error as it was before. */
const unnamed = new WeakMap<ReeveError, ReeveError>();

/**
 * The error with the name of the method before its message, as `topics.delete: there is no topic x (404)`, so that a log shows which call has
 * failed. If a method has called another one, the name is that of the method that the program called.
 */
function withName(thrown: unknown, name: string): unknown {
  if (!isReeveError(thrown)) return thrown;
  const error = unnamed.get(thrown) ?? thrown;
  if (error.message.includes(name)) return error;
  const { code, message, context, cause, stack } = error;
  const named = new ReeveError(code, `${name}: ${message}`, context, { cause });
  if (stack !== undefined) named.stack = stack.replace(message, () => named.message);
  unnamed.set(named, error);
  return named;
}

/** A method with its name in the messages of its errors. The method returns a promise, or the steps of a watch. */
export function namingErrors<Method>(method: Method, name: string): Method {
  if (typeof method !== "function") return method;
  const named = (...args: unknown[]) => {
    const result: unknown = method(...args);
    if (result instanceof Promise) return result.catch((thrown: unknown) => rethrow(thrown, name));
    return isSteps(result) ? stepsNaming(result, name) : result;
  };
  Object.defineProperty(named, "name", { value: method.name });
  return Object.assign(named, method) as Method;
}

function rethrow(thrown: unknown, name: string): never {
  throw withName(thrown, name);
}

function isSteps(result: unknown): result is AsyncIterable<unknown> {
  return typeof result === "object" && result !== null && Symbol.asyncIterator in result;
}

async function* stepsNaming(steps: AsyncIterable<unknown>, name: string): AsyncGenerator<unknown> {
  try {
    yield* steps;
  } catch (thrown) {
    rethrow(thrown, name);
  }
}
