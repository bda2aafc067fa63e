import { type Given, type Positional, wordOf } from "@reeve/commands";

/** The profile's name as an argument. */
export const profileName: Positional = {
  name: "name",
  summary: "name of the profile",
  required: true,
  offers: { profiles: true },
};

/** The name that was typed. */
export function nameIn(given: Given): string {
  return wordOf(given, "name") ?? "";
}
