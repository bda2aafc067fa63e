import { ReeveError } from "@reeve/contract";
import type { Flags as SettingFlags } from "@reeve/profiles";

/** The flags of the shell. */
export interface ShellFlags extends Omit<SettingFlags, "output"> {
  /** Code to evaluate instead of typed input. */
  readonly eval?: string;
  /** A file to evaluate. */
  readonly script?: string;
  readonly json: boolean;
  readonly quiet: boolean;
  /** Whether all questions are answered with yes. */
  readonly yes: boolean;
  /** Whether a simulated cluster is started in this process. */
  readonly demo: boolean;
  /** The file with the definition of the simulated cluster. */
  readonly definition?: string;
  /** Whether a tour of the simulated cluster is shown, even without a terminal. */
  readonly tour: boolean;
  /** Whether prompts are shown and lines are read, even without a terminal. */
  readonly interactive: boolean;
  /** The file to run first; false if no file should be run. */
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

/** Parses the arguments, and refuses unknown ones. */
export function readFlags(args: readonly string[]): ShellFlags {
  const { parseArgs } = process.getBuiltinModule("node:util");
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [script, second] = positionals;
    if (second !== undefined) throw new TypeError(`only one script can be given: ${JSON.stringify(second)} is one too many`);
    const { "no-rc": noRc, rc, json, quiet, yes, demo, tour, interactive, help, version, ...others } = values;
    if (others.eval !== undefined && script !== undefined) throw new TypeError("give either --eval or a script, not both");
    return {
      ...others,
      ...(script !== undefined && { script }),
      json: json ?? false,
      quiet: quiet ?? false,
      yes: yes ?? false,
      demo: demo ?? others.definition !== undefined,
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

/** The timeouts that are set at the start of the shell. */
export interface ShellLimits {
  /** Timeout in milliseconds of one attempt of one request. */
  readonly attempt?: number;
  /** Aborted with a ReeveError at the timeout of the whole script. It is undefined in an interactive session. */
  readonly over?: AbortSignal;
  /** Milliseconds until `over` is aborted. */
  readonly left?: number;
}
