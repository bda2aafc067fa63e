import {
  type Command,
  type Context,
  fillServices,
  type Group,
  hasFlag,
  outputChoiceOf,
  type ParsedArguments,
  type Positional,
  printOutcome,
  servicesSentence,
  wordOf,
  writeResult,
} from "@reeve/commands";
import { defined, ReeveError } from "@reeve/contract";
import {
  addProfile,
  changeProfile,
  kinds,
  type ListedProfile,
  listProfiles,
  loginWords,
  type Profile,
  removeProfile,
  showProfile,
  useProfile,
} from "@reeve/profiles";
import { agree, type Column, picture, table } from "@reeve/terminal";
import { loginFlags } from "../access/login-flags.ts";

const profileName: Positional = { name: "name", summary: "name of the profile", required: true, offers: { profiles: true } };

function nameIn(args: ParsedArguments): string {
  return wordOf(args, "name") ?? "";
}

/** The fields that the flags set. What checks them is loaded only when fields change. */
async function fieldsTyped(args: ParsedArguments, context: Context): Promise<Partial<Profile>> {
  return (await import("./fields.ts")).profileFields(args, context);
}

const listCommand: Command = {
  name: "list",
  summary: "List the profiles",
  examples: ["profiles list"],
  effect: "read",
  run: async (args, { processContext, terminal }) => {
    const profiles = listProfiles(processContext);
    const lines = () =>
      profiles.length === 0
        ? ["no profiles: add one with reeve profiles add, or start a service on this machine with reeve up"]
        : table(profiles, columns, terminal.results.style());
    await writeResult({ body: profiles, lines }, outputChoiceOf(args), terminal);
  },
};

const columns: readonly Column<ListedProfile>[] = [
  { head: "NAME", cell: ({ name }) => name },
  { head: "USED", cell: ({ current }) => (current ? "yes" : undefined) },
  { head: "URL", cell: ({ url }) => url },
  { head: "MADE BY", cell: ({ madeBy }) => madeBy ?? "you" },
];

const addCommand: Command = {
  name: "add",
  summary: "Add a profile",
  about:
    "The profile stores --url, --service, --revision, --ca and -o. Without --service, the server is asked for its services, and a kind of which it has one is filled in. The first profile becomes the default; reeve login stores a token for the profile.",
  examples: [
    "profiles add prod --url https://cluster.example --service broker=kafka,wide-column=cassandra",
    "profiles add robot --url https://cluster.example --uid robot --key-file robot.pem",
  ],
  positionals: [{ ...profileName, offers: { words: [] } }],
  flags: loginFlags,
  effect: "change",
  run: async (args, context) => {
    const name = nameIn(args);
    const { url, ...fields } = await fieldsTyped(args, context);
    if (url === undefined) throw new ReeveError("bad-input", "a profile needs the address of its cluster: --url URL");
    await addProfile(context.processContext, name, { url, ...fields });
    const isUsed = listProfiles(context.processContext).some((each) => each.name === name && each.current);
    const next = isUsed ? "It is the default profile." : `reeve profiles use ${name} makes it the default.`;
    const services = fields.services ? undefined : await fillServices(name, args, withOwnLogin(fields, context));
    const sentence = `Added profile ${name} for ${url}.${servicesSentence(services ?? {})} ${next}`;
    await printOutcome(context, args, { name, url, ...(services && { services }) }, sentence);
  },
};

/** A context without the token and the certificate of the environment, which may be for another server than that of a new profile. */
function withOwnLogin({ login }: Partial<Profile>, context: Context): Context {
  if (login) return context;
  const { REEVE_TOKEN: _, REEVE_CERT: __, REEVE_KEY: ___, ...env } = context.processContext.env;
  return { ...context, processContext: { ...context.processContext, env } };
}

const useCommand: Command = {
  name: "use",
  summary: "Choose the default profile",
  examples: ["profiles use prod"],
  positionals: [profileName],
  effect: "change",
  run: async (args, context) => {
    const name = nameIn(args);
    await useProfile(context.processContext, name);
    await printOutcome(context, args, { name }, `Profile ${name} is now the default.`);
  },
};

const showCommand: Command = {
  name: "show",
  summary: "Show a profile",
  about: "Secrets are not shown, only where they come from.",
  examples: ["profiles show prod"],
  positionals: [profileName],
  effect: "read",
  run: async (args, { processContext, terminal }) => {
    const profile = showProfile(processContext, nameIn(args));
    const style = terminal.results.style();
    await writeResult({ body: profile, lines: () => picture(inWords(profile), style) ?? [] }, outputChoiceOf(args), terminal);
  },
};

function inWords({ url, services = {}, ca, certificate, login, output, madeBy }: Profile): object {
  const kinds = Object.entries(services).map(([kind, { service = "-", revision } = {}]) => [
    kind,
    revision === undefined ? service : `${service} (${revision})`,
  ]);
  return {
    url,
    ...Object.fromEntries(kinds),
    ...(ca && { ca: "file" in ca ? ca.file : `SHA-256 ${ca.fingerprint}` }),
    ...defined({ certificate: certificate?.certFile, login: login && loginWords(login), output, "made by": madeBy }),
  };
}

const changeCommand: Command = {
  name: "change",
  summary: "Change a profile",
  about:
    "--url, --service, --revision, --ca and -o replace the stored values; all other values stay. If the address changes, a stored secret is no longer used.",
  examples: ["profiles change prod --service file-system=hdfs --revision file-system=V2"],
  positionals: [profileName],
  flags: loginFlags,
  effect: "change",
  run: async (args, context) => {
    const name = nameIn(args);
    const { services, ...fields } = await fieldsTyped(args, context);
    if (!services && Object.keys(fields).length === 0) {
      throw new ReeveError("bad-input", "there is nothing to change: give --url, --service, --revision, --ca, -o or a login");
    }
    const changed = (profile: Profile): Profile => ({
      ...profile,
      ...fields,
      ...(services && { services: merged(profile.services, services) }),
    });
    // With another login, the stored secret of the earlier one is removed.
    await changeProfile(context.processContext, name, changed, fields.login ? null : undefined);
    await printOutcome(context, args, { name }, `Changed profile ${name}.`);
  },
};

function merged(before: Profile["services"], after: NonNullable<Profile["services"]>): NonNullable<Profile["services"]> {
  const changed = kinds.flatMap((kind) => (after[kind] ? [[kind, { ...before?.[kind], ...after[kind] }] as const] : []));
  return { ...before, ...Object.fromEntries(changed) };
}

const removeCommand: Command = {
  name: "remove",
  summary: "Remove a profile and the secret that is stored for it",
  about: "It asks for confirmation.",
  examples: ["profiles remove old --yes"],
  positionals: [profileName],
  effect: "destroy",
  run: async (args, context) => {
    const name = nameIn(args);
    const { url } = showProfile(context.processContext, name);
    if (!hasFlag(args, "yes")) {
      const consequence = [`This removes the profile ${name} for ${url}, and the secret that is stored for it.`];
      const { terminal, signal } = context;
      await agree(terminal.conversation(signal), { act: "removing a profile", consequence }, terminal.notes.style());
    }
    await removeProfile(context.processContext, name);
    await printOutcome(context, args, { name }, `Removed profile ${name}.`);
  },
};

/** The commands for profiles, which store clusters with their services and logins. */
export const profilesCommand: Group = {
  name: "profiles",
  aliases: ["profile"],
  summary: "Store clusters, services and logins as profiles",
  about: "Secrets are stored in a separate file that only you can read, and are sent only to the address for which they were given.",
  examples: [
    "profiles add prod --url https://cluster.example --service broker=kafka,file-system=hdfs",
    "profiles use prod",
    "broker topics list --profile staging",
  ],
  entries: [listCommand, addCommand, useCommand, showCommand, changeCommand, removeCommand],
};
