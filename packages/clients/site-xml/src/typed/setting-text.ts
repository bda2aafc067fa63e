import { checkedValue, checkText, checkValues } from "../arguments.ts";
import type { Values } from "../values.ts";

/** Returns the value for a typed reader; `undefined` if the name is not set. */
export function settingText(values: Values, name: string): string | undefined {
  checkValues(values);
  checkText(name, "the name of a property");
  return checkedValue(values, name);
}
