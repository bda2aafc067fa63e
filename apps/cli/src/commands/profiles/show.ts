import { type Command, outputChoiceOf, writeResult } from "@reeve/commands";
import { loginWords, type Profile, showProfile } from "@reeve/profiles";
import { picture } from "@reeve/terminal";
import { nameIn, profileName } from "./name.ts";

/** Shows a profile, which contains no secret. */
export const showCommand: Command = {
  name: "show",
  summary: "Show a profile",
  about: "Secrets are not shown, only where they come from.",
  examples: ["profiles show prod"],
  positionals: [profileName],
  flags: [],
  effect: "read",
  run: async (given, { processContext, terminal }) => {
    const profile = showProfile(processContext, nameIn(given));
    const style = terminal.results.style();
    await writeResult(
      { body: profile, lines: () => picture(inWords(profile), style) ?? [] },
      outputChoiceOf(given),
      terminal,
    );
  },
};

function inWords({
  url,
  services = {},
  ca,
  certificate,
  login,
  output,
  madeBy,
}: Profile): Readonly<Record<string, string>> {
  const kinds = Object.entries(services).map(([kind, { service = "-", revision } = {}]) => [
    kind,
    revision === undefined ? service : `${service} (${revision})`,
  ]);
  return {
    url,
    ...Object.fromEntries(kinds),
    ...(ca && { ca: "file" in ca ? ca.file : `SHA-256 ${ca.fingerprint}` }),
    ...(certificate && { certificate: certificate.certFile }),
    ...(login && { login: loginWords(login) }),
    ...(output !== undefined && { output }),
    ...(madeBy !== undefined && { "made by": madeBy }),
  };
}
