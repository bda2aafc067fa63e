import { ReeveError } from "@reeve/contract";
import type { Flags as SettingFlags } from "@reeve/profiles";

/** The flags of the shell. */
export interface Flags extends Omit<SettingFlags, "output"> {
  /** Code to evaluate in place of typed input. */
  readonly eval?: string;
  /** A file to evaluate. */
  readonly script?: string;
  readonly json: boolean;
  readonly quiet: boolean;
  /** Answers yes to all questions. */
  readonly yes: boolean;
  /** Starts a simulated cluster in this process. */
  readonly demo: boolean;
  /** The definition of that cluster, a file. */
  readonly definition?: string;
  /** Shows a tour of the simulated cluster, without a terminal. */
  readonly tour: boolean;
  /** Prompts and reads lines even where there is no terminal. */
  readonly interactive: boolean;
  /** The file to run first; false for none. */
  readonly rc: string | false | undefined;
  readonly help: boolean;
  readonly version: boolean;
}

const options = {
  profile: { type: "string", short: "p" },
  url: { type: "string" },
  service: { type: "string" },
  revision: { type: "string" },
  ca: { type: "string" },
  cert: { type: "string" },
  key: { type: "string" },
  proxy: { type: "string" },
  eval: { type: "string", short: "e" },
  json: { type: "boolean" },
  quiet: { type: "boolean", short: "q" },
  yes: { type: "boolean", short: "y" },
  demo: { type: "boolean" },
  definition: { type: "string" },
  tour: { type: "boolean" },
  interactive: { type: "boolean", short: "i" },
  rc: { type: "string" },
  "no-rc": { type: "boolean" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean" },
} as const;

/** Parses the arguments; unknown ones are refused. */
export function readFlags(args: readonly string[]): Flags {
  const { parseArgs } = process.getBuiltinModule("node:util");
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [script, second] = positionals;
    if (second !== undefined) throw new TypeError(`one script at a time: ${JSON.stringify(second)} is one too many`);
    const { "no-rc": noRc, rc, json, quiet, yes, demo, tour, interactive, help, version, ...given } = values;
    if (given.eval !== undefined && script !== undefined) {
      throw new TypeError("--eval and a script were given: one of them is enough");
    }
    return {
      ...given,
      ...(script !== undefined && { script }),
      json: json ?? false,
      quiet: quiet ?? false,
      yes: yes ?? false,
      demo: demo ?? given.definition !== undefined,
      tour: tour ?? false,
      interactive: interactive ?? false,
      rc: noRc ? false : rc,
      help: help ?? false,
      version: version ?? false,
    };
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split(/\. /)[0] ?? "") : String(error);
    throw new ReeveError("bad-input", `${reason}; --help lists what is available`);
  }
}

/** What `--help` prints. */
export const usage = `A shell for message brokers, wide-column databases and distributed file systems.

  reeve repl                        types at the cluster of the current profile
  reeve repl --demo                 types at a simulated cluster in this process
  reeve repl -e 'broker.topics.list()'
  reeve repl script.js
  echo 'broker.plans.show()' | reeve repl

  -p, --profile NAME      the profile to connect to
      --url URL           the address of the cluster
      --service NAME      the service, or pairs: broker=kafka,file-system=hdfs
      --revision NAME     the revision, or pairs: broker=R2
      --ca FILE           the authority that the cluster's certificate is signed by
      --cert FILE, --key FILE   the certificate that is shown to a server that wants one
      --proxy URL         goes through this proxy, whatever the environment says
  -e, --eval CODE         evaluates CODE, prints what it gives, and ends
      --json              results as JSON: what the server sent, exactly
  -y, --yes               agrees to what would be asked
  -q, --quiet             no greeting, no hints
      --demo              a simulated cluster in this process, which opens no port and stores nothing
      --definition FILE   the same, as the definition in FILE says
      --tour              shows what there is, by itself, and ends
  -i, --interactive       prompts even where there is no terminal
      --rc FILE           runs FILE first, in place of repl.js in the folder of the profiles; --no-rc runs none
  -h, --help, --version
`;
