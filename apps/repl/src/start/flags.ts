import { type FlagForm, splitFlags } from "@reeve/commands";
import { defined, ReeveError } from "@reeve/contract";
import { didYouMean } from "@reeve/terminal";
import type { repl } from "./repl.ts";

const known = [
  { name: "profile", short: "p", takes: "NAME" },
  { name: "url", takes: "URL" },
  { name: "service", takes: "NAME" },
  { name: "revision", takes: "NAME" },
  { name: "ca", takes: "FILE" },
  { name: "cert", takes: "FILE" },
  { name: "key", takes: "FILE" },
  { name: "proxy", takes: "URL" },
  { name: "eval", short: "e", takes: "CODE" },
  { name: "json" },
  { name: "yes", short: "y" },
  { name: "quiet", short: "q" },
  { name: "demo" },
  { name: "definition", takes: "FILE" },
  { name: "tour" },
  { name: "interactive", short: "i" },
  { name: "rc", takes: "FILE" },
  { name: "no-rc" },
  { name: "help", short: "h" },
  { name: "version" },
] as const satisfies readonly FlagForm[];

type Name = (typeof known)[number]["name"];

const names = known.map(({ name }) => `--${name}`);

/** The flags of the shell, as `usage` explains them. */
export type ShellFlags = ReturnType<typeof readFlags>;

/** Parses the arguments, and refuses unknown ones. */
export function readFlags(args: readonly string[]) {
  const { flags, others } = splitFlags(args, known, (word) => {
    const advice = didYouMean(word, names);
    return new ReeveError("bad-input", `unknown flag ${JSON.stringify(word)}.${advice || " --help lists what is available."}`);
  });
  const textOf = (name: Name) => flags.get(name)?.[0];
  const has = (name: Name) => flags.has(name);
  const [script, second] = others;
  if (second !== undefined) throw new ReeveError("bad-input", `only one script can be given: ${JSON.stringify(second)} is one too many`);
  if (has("eval") && script !== undefined) throw new ReeveError("bad-input", "give either --eval or a script, not both");
  return {
    ...defined({
      profile: textOf("profile"),
      url: textOf("url"),
      service: textOf("service"),
      revision: textOf("revision"),
      ca: textOf("ca"),
      cert: textOf("cert"),
      key: textOf("key"),
      proxy: textOf("proxy"),
      eval: textOf("eval"),
      definition: textOf("definition"),
      script,
    }),
    /** A file to run first; false if no file should be run. */
    rc: has("no-rc") ? (false as const) : textOf("rc"),
    demo: has("demo") || has("definition"),
    json: has("json"),
    yes: has("yes"),
    quiet: has("quiet"),
    tour: has("tour"),
    interactive: has("interactive"),
    help: has("help"),
    version: has("version"),
  };
}

/** What `--help` prints. */
export const usage = `A shell for message brokers, wide-column databases and distributed file systems.

  reeve repl                        a shell for the cluster of the current profile
  reeve repl --demo                 a shell for a simulated cluster in this process
  reeve repl -e 'broker.topics.list()'
  reeve repl script.js
  echo 'broker.plans.show()' | reeve repl

  -p, --profile NAME      the profile to connect to
      --url URL           the address of the cluster
      --service NAME      the service, or pairs: broker=kafka,file-system=hdfs
      --revision NAME     the revision, or pairs: broker=R2
      --ca FILE           the certificate of the cluster's own authority
      --cert FILE, --key FILE   a client certificate and its private key
      --proxy URL         uses this proxy, and ignores proxies in the environment
  -e, --eval CODE         evaluates CODE, prints the result, and exits
      --json              prints results as JSON, exactly as the server sent them
  -y, --yes               answers yes to all questions
  -q, --quiet             shows no greeting and no hints
      --demo              starts a simulated cluster in this process, which opens no port and stores nothing
      --definition FILE   like --demo, with the definition in FILE
      --tour              shows a short tour that asks for no input, then exits
  -i, --interactive       prompts even without a terminal
      --rc FILE           runs FILE first instead of repl.js in the profile folder; --no-rc skips it
  -h, --help, --version
`;

/** The timeouts that are set at the start of the shell. Without a whole script, as in an interactive session, `over` is undefined. */
export type ShellLimits = NonNullable<Parameters<typeof repl>[1]>;
