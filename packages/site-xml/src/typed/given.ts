import { checkedValue, checkText, checkValues } from "../arguments.ts";
import type { Values } from "../values.ts";

/** The value that a typed reader is asked for. */
export function given(values: Values, name: string): string | undefined {
  checkValues(values);
  checkText(name, "the name of a property");
  return checkedValue(values, name);
}
