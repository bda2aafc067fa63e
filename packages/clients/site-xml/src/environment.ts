import { checkText } from "./arguments.ts";

/** Values by name, such as the variables of an environment. */
export type Names = Readonly<Record<string, string | undefined>>;

/** Returns the value of a name. Inherited properties of the object are ignored. */
export function own(names: Names, name: string): string | undefined {
  const value = Object.hasOwn(names, name) ? names[name] : undefined;
  if (value !== undefined) checkText(value, `the value of ${name}`);
  return value;
}

/**
 * Resolves `NAME`, `NAME-default` (the default applies if the variable is not set) and `NAME:-default` (the default also applies if the
 * variable is empty).
 */
export function environmentValue(expression: string, environment: Names): string | undefined {
  const dash = expression.search(/:-|-/);
  if (dash < 0) return own(environment, expression);
  const orEmpty = expression.startsWith(":-", dash);
  const match = own(environment, expression.slice(0, dash));
  if (match !== undefined && !(orEmpty && match === "")) return match;
  return expression.slice(dash + (orEmpty ? 2 : 1));
}
