import type { TopicSetting } from "@reeve/broker-models";
import { inheritedInOtherUnit, usualTopicSetting } from "@reeve/broker-planning";
import type { BrokerAdministration, SoftwareSettings } from "@reeve/orchestrator/engine";
import type { Brokers } from "../cluster/ask-brokers.ts";
import { UNKNOWN_TOPIC } from "../wire/error-codes.ts";
import { askLink, type Link } from "../wire/link.ts";
import { settingsChange, TOPIC_RESOURCE } from "../wire/settings.ts";
import { expectDone, type Topics } from "./topics.ts";

/** The protocol's numbers for the sources of a value. */
const OF_TOPIC = 1;
const DEFAULT = 5;

interface SettingsOptions {
  readonly brokers: Brokers;
  readonly partitions: Topics["partitions"];
  /** The settings of the brokers in the definition. */
  given(): SoftwareSettings;
}

/** Reads and changes the settings of topics. */
export function administerSettings({ brokers, partitions, given }: SettingsOptions): Pick<BrokerAdministration, "settings" | "configure"> {
  async function settings(topic: string): Promise<readonly TopicSetting[]> {
    const known = await brokers.read((link) => settingsOn(link, topic, given()));
    if (known) return known;
    await partitions(topic);
    // The topic has been created in the meantime, so a broker knows it now.
    return (await brokers.read((link) => settingsOn(link, topic, given()))) ?? [];
  }

  return {
    settings,
    async configure(topic, { set, unset }) {
      const change = settingsChange(TOPIC_RESOURCE, topic, { ...set, ...Object.fromEntries(unset.map((name) => [name, undefined])) });
      const { responses } = await brokers.change((kafka) => kafka.incrementalAlterConfigsV1, [[change], false]);
      if (responses.some(({ errorCode }) => errorCode === UNKNOWN_TOPIC)) await partitions(topic);
      expectDone(responses, `the settings of ${topic} cannot be changed`);
      await brokers.seen(async (link) => {
        const now = new Map((await settingsOn(link, topic, given()))?.map((setting) => [setting.name, setting]));
        const isSet = ([name, value]: readonly [string, string]) => now.get(name)?.value === value;
        return Object.entries(set).every(isSet) && unset.every((name) => now.get(name)?.origin !== "topic");
      });
    },
  };
}

/** The settings of a topic, as a broker reports them; undefined if the broker does not know the topic. */
async function settingsOn(link: Link, topic: string, given: SoftwareSettings): Promise<readonly TopicSetting[] | undefined> {
  const request = { resourceType: TOPIC_RESOURCE, resourceName: topic, configurationKeys: null };
  const { results } = await askLink(link, (kafka) => kafka.describeConfigsV4, [[request], true, false]);
  if (results.some(({ errorCode }) => errorCode === UNKNOWN_TOPIC)) return undefined;
  expectDone(results, `the settings of ${topic} cannot be read`);
  return results.flatMap(({ configs }) => configs.map((config) => settingOf(config, given))).sort(byName);
}

/** A setting as a broker reports it, with the values that apply one after another if those before are not set. */
interface Config {
  readonly name: string;
  readonly value?: string | null | undefined;
  readonly configSource: number;
  readonly isSensitive: boolean;
  readonly synonyms: readonly { readonly source: number; readonly value?: string | null | undefined }[];
}

/** Brokers name only the values that have a setting of the same unit, so the others are taken from the definition and the defaults. */
function settingOf({ name, value = null, configSource, isSensitive, synonyms }: Config, given: SoftwareSettings): TopicSetting {
  const isOwn = configSource === OF_TOPIC;
  const other = inheritedInOtherUnit(name, given);
  const named = synonyms.find(({ source }) => source !== OF_TOPIC)?.value;
  const inherited = other ?? named ?? (isOwn ? usualTopicSetting(name) : value) ?? null;
  const isDefault = configSource === DEFAULT && other === undefined;
  const origin = isOwn ? "topic" : isDefault ? "default" : "broker";
  return { name, value: isSensitive ? null : value, origin, inherited: isSensitive ? null : inherited };
}

function byName(a: TopicSetting, b: TopicSetting): number {
  return a.name < b.name ? -1 : 1;
}
