import { ReeveError } from "@reeve/contract";
import type { repl } from "./repl.ts";

const flag = { type: "boolean", default: false } as const;

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
  json: flag,
  quiet: { ...flag, short: "q" },
  yes: { ...flag, short: "y" },
  demo: flag,
  definition: { type: "string" },
  tour: flag,
  interactive: { ...flag, short: "i" },
  rc: { type: "string" },
  "no-rc": flag,
  help: { ...flag, short: "h" },
  version: flag,
} as const;

/** The flags of the shell, as `usage` explains them. */
export type ShellFlags = ReturnType<typeof readFlags>;

/** Parses the arguments, and refuses unknown ones. */
export function readFlags(args: readonly string[]) {
  const { parseArgs } = process.getBuiltinModule("node:util");
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [script, second] = positionals;
    if (second !== undefined) throw new TypeError(`only one script can be given: ${JSON.stringify(second)} is one too many`);
    const { "no-rc": noRc, rc, ...others } = values;
    if (others.eval !== undefined && script !== undefined) throw new TypeError("give either --eval or a script, not both");
    // A file to run first; false if no file should be run.
    return { ...others, script, demo: others.demo || others.definition !== undefined, rc: noRc ? (false as const) : rc };
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

/** The timeouts that are set at the start of the shell. Without a whole script, as in an interactive session, `over` is undefined. */
export type ShellLimits = NonNullable<Parameters<typeof repl>[1]>;
