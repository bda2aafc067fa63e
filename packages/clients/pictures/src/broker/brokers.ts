import type { BrokerList, brokerApi } from "@reeve/broker-models";
import { shown } from "@reeve/terminal";
import { inputText } from "../shared/input-text.ts";
import type { Draw, Pictures, View } from "../view.ts";

/** Functions that display the results of the operations on brokers. */
export const brokers: Required<Pictures<typeof brokerApi>>["brokers"] = {
  list,
  restart: begun("is being restarted"),
  replace: begun("is being replaced"),
};

/** One id per line; brokers that are down are marked. */
function list({ brokers: all, unavailable = [] }: BrokerList, { style }: View): readonly string[] {
  const down = new Set(unavailable);
  const ids = [...new Set([...all, ...down])];
  if (ids.length === 0) return ["no brokers"];
  return ids.map((id) => (down.has(id) ? `${shown(id, style)}  ${style.paint.red("down")}` : shown(id, style)));
}

function begun(done: string): Draw<readonly string[]> {
  return (tasks, view) => [shown(`broker ${inputText(view, "broker")} ${done} (${tasks.join(", ")})`, view.style)];
}
