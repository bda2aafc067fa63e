import { showTopicSettings, type TopicSetting } from "@reeve/broker-models";
import { countOf } from "@reeve/terminal";
import { useState } from "preact/hooks";
import { settingActions } from "../actions/broker.ts";
import { ActionButtons } from "../parts/actions.tsx";
import { FailureNote } from "../parts/empty.tsx";
import { Check } from "../parts/fields.tsx";
import { DataList, type ListColumn } from "../parts/list.tsx";
import { useAnswer } from "../parts/use-answer.ts";
import { ask } from "../state/clients.ts";
import type { InstanceInfo } from "../state/cluster.ts";

/** The settings of a topic with their origins: those that are not defaults, or all. */
export function TopicSettingsView({ info, topic }: { readonly info: InstanceInfo; readonly topic: string }) {
  const [count, setCount] = useState(0);
  const [isAll, setAll] = useState(false);
  const key = `settings of ${info.service} ${topic} ${count}`;
  const { value, failure } = useAnswer(() => ask(info, showTopicSettings, { topic }), key);
  if (!value) return failure ? <FailureNote sentence={failure} /> : null;
  const of = (wanted: TopicSetting["origin"]) => value.filter(({ origin }) => origin === wanted);
  const defaults = of("default");
  // What was changed for this topic comes first, because a long table shows only its first rows.
  const rows = [...of("topic"), ...of("broker"), ...(isAll ? defaults : [])];
  return (
    <section aria-labelledby="settings">
      <h3 id="settings">Settings</h3>
      <Check label={`Show ${countOf(defaults.length, "default")}, too`} checked={isAll} change={setAll} />
      <DataList
        label={`Settings of ${topic}`}
        rows={rows}
        keyOf={({ name }) => name}
        columns={columnsOf(info, topic, () => setCount(count + 1))}
      />
    </section>
  );
}

function columnsOf(info: InstanceInfo, topic: string, done: () => void): readonly ListColumn<TopicSetting>[] {
  return [
    { head: "Setting", cell: ({ name }) => <code>{name}</code> },
    { head: "Value", class: "wide", cell: ({ value }) => value ?? "–" },
    { head: "Origin", cell: ({ origin }) => origin },
    { head: "Inherited", class: "minor", cell: ({ origin, inherited }) => (origin === "topic" ? (inherited ?? "–") : "") },
    {
      head: "Actions",
      class: "actions",
      cell: (setting) => <ActionButtons inRow actions={settingActions(info, topic, setting)} done={done} />,
    },
  ];
}
