import { kinds } from "../kinds.ts";
import { loginWords } from "../store/login.ts";
import type { Settings } from "./resolve.ts";

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
  const add = (name: string, value: string | undefined, origin: string | undefined) => {
    if (value !== undefined && origin !== undefined) described.push({ name, value, origin });
  };
  add("profile", profile?.value, profile?.origin);
  add("url", url?.value, url?.origin);
  for (const kind of kinds) {
    add(`${kind} service`, settings.service[kind]?.value, settings.service[kind]?.origin);
    add(`${kind} revision`, settings.revision[kind]?.value, settings.revision[kind]?.origin);
  }
  add("ca", ca && (typeof ca.value === "string" ? "a certificate" : ca.value.file), ca?.origin);
  add(
    "certificate",
    certificate && (typeof certificate.value.cert === "string" ? "a certificate" : certificate.value.cert.file),
    certificate?.origin,
  );
  add("proxy", proxy?.value.replace(/\/\/[^/@]*@/, "//<redacted>@"), proxy?.origin);
  add("login", login && loginWords(login.value), login?.origin);
  add("output", output?.value, output?.origin);
  return described;
}
