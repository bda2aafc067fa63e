import { ReeveError } from "@reeve/contract";
import { type KindName, kindNamed, kinds } from "../kinds.ts";
import { loginWords } from "../store/profile.ts";
import type { Ca } from "./access.ts";
import type { Settings } from "./resolve.ts";

/** The sources of settings. */
export type SettingPlace = "flag" | "variable" | "project" | "profile" | "user";

/** A value and a description of its source: `--url`, `REEVE_URL`, `project file /work/.reeve.json`, `profile prod`. */
export interface Sourced<Value> {
  readonly value: Value;
  readonly origin: string;
}

/** The effective value, which comes from the source with the highest precedence. */
export interface Setting<Value> extends Sourced<Value> {
  readonly place: SettingPlace;
}

/** The values of one setting by source. */
export type Places<Value> = Readonly<Partial<Record<SettingPlace, Sourced<Value> | undefined>>>;

/** Flags override the environment, which overrides the project file, which overrides the user's file. */
const USUALLY: readonly SettingPlace[] = ["flag", "variable", "project", "profile", "user"];

/**
 * With `--profile staging` the user means that cluster, even if REEVE_URL is set. So the profile's values come directly after the flags.
 */
const PROFILE_TYPED: readonly SettingPlace[] = ["flag", "profile", "variable", "project", "user"];

/** Picks the value from the source with the highest precedence. */
export function strongest<Value>(places: Places<Value>, isProfileTyped: boolean): Setting<Value> | undefined {
  for (const place of isProfileTyped ? PROFILE_TYPED : USUALLY) {
    const sourced = places[place];
    if (sourced) return { ...sourced, place };
  }
  return undefined;
}

/** A value with its source. An empty value counts as unset, so that users can switch a variable off. */
export function withOrigin<Value>(value: Value | undefined, origin: string): Sourced<Value> | undefined {
  return value === undefined || value === "" ? undefined : { value, origin };
}

/** The values of a setting by kind of service. Kinds without a value are left out. */
export type PerKind = Readonly<Partial<Record<KindName, string>>>;

/** Parses `kafka`, which applies to every kind, or `broker=kafka,file-system=hdfs`. `source` names the origin of the text in errors. */
export function readPerKind(text: string | undefined, source: string): PerKind {
  if (!text) return {};
  if (!text.includes("=")) {
    const value = text.trim();
    return Object.fromEntries(kinds.map((kind) => [kind, value]));
  }
  return Object.fromEntries(text.split(",").map((pair) => readPair(pair, source)));
}

function readPair(pair: string, source: string): readonly [KindName, string] {
  const [word = "", value = "", ...more] = pair.split("=").map((part) => part.trim());
  const kind = kindNamed(word);
  if (kind && value !== "" && more.length === 0) return [kind, value];
  const expected = `expected one value, or pairs such as broker=kafka (${kinds.join(", ")})`;
  throw new ReeveError("bad-input", `${source}: ${JSON.stringify(pair)} cannot be read: ${expected}`);
}

/** A setting as `config show` and `doctor` show it. */
export interface DescribedSetting {
  readonly name: string;
  readonly value: string;
  readonly origin: string;
}

/** All settings as text, each with its source, without secrets. */
export function describeSettings(settings: Settings): readonly DescribedSetting[] {
  const { profile, url, ca, certificate, proxy, login, output } = settings;
  const described: DescribedSetting[] = [];
  const add = <Value>(name: string, setting: Setting<Value> | undefined, text: (value: Value) => string = String) => {
    if (setting) described.push({ name, value: text(setting.value), origin: setting.origin });
  };
  const certificateWords = (value: Ca) => (typeof value === "string" ? "a certificate" : value.file);
  add("profile", profile);
  add("url", url);
  for (const kind of kinds) {
    add(`${kind} service`, settings.service[kind]);
    add(`${kind} revision`, settings.revision[kind]);
  }
  add("ca", ca, certificateWords);
  add("certificate", certificate, ({ cert }) => certificateWords(cert));
  add("proxy", proxy, (address) => address.replace(/\/\/[^/@]*@/, "//<redacted>@"));
  add("login", login, loginWords);
  add("output", output);
  return described;
}
