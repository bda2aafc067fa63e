import { ReeveError } from "@reeve/contract";
import { describeSettings, type Settings } from "@reeve/profiles";
import type { Finding } from "./finding.ts";

/** Reports each setting with its source, and which settings are missing. */
export function checkSettings(settings: Settings): readonly Finding[] {
  const described = describeSettings(settings).map(
    ({ name, value, origin }): Finding => ({ check: name, state: "info", message: `${value} (${origin})` }),
  );
  const notes = settings.notes.map((note): Finding => ({ check: "note", state: "unknown", message: note }));
  if (settings.url) return [...described, ...notes];
  const error = new ReeveError("bad-input", "no cluster is set");
  const advice =
    "give --url, set REEVE_URL, store it with reeve profiles add; or start a service on this machine with reeve up";
  return [...described, ...notes, { check: "url", state: "bad", message: error.message, advice, error }];
}
