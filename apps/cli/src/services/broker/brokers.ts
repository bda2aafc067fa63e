import type { BrokerList, BrokerTaskIds } from "@reeve/broker-models";
import type { Show, View } from "../../operations/show.ts";
import { waitOptions } from "../shared/progress.ts";
import { brokerClient } from "./client.ts";

const broker = ({ input }: Pick<View, "input">) => String(input.broker);

const list: Show<BrokerList> = {
  table: ({ brokers, unavailable = [] }, { look }) =>
    brokers.map((id) => (unavailable.includes(id) ? `${id}  ${look.paint.red("down")}` : id)),
};

const restart: Show<BrokerTaskIds> = {
  table: (_, view) => [`The restart of broker-${broker(view)} has begun.`],
  wait: async (view, waiting) => ({
    body: await brokerClient(view.session).brokers.restartAndWait({ broker: broker(view) }, waitOptions(view, waiting)),
    words: `broker-${broker(view)} has been restarted, and is in sync again.`,
  }),
};

const replace: Show<BrokerTaskIds> = {
  table: (_, view) => [`The replacement of broker-${broker(view)} has begun.`],
  agreement: { act: "replacing a broker", name: (view) => `broker-${broker(view)}` },
  wait: async (view, waiting) => ({
    body: await brokerClient(view.session).brokers.replaceAndWait({ broker: broker(view) }, waitOptions(view, waiting)),
    words: `broker-${broker(view)} has been replaced, and is in sync again.`,
  }),
};

/** The commands of brokers, which R1 and R2 have. */
export const brokerShows: Readonly<Record<string, Show>> = {
  "brokers.list": list,
  "brokers.restart": restart,
  "brokers.replace": replace,
};
