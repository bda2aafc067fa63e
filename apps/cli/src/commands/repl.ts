import { type Command, type Flag, limitsOf, type ParsedArguments, wordOf } from "@reeve/commands";
import { defined, isReeveError } from "@reeve/contract";

const flags: readonly Flag[] = [
  { name: "eval", short: "e", takes: "CODE", summary: "evaluate CODE, print the result, and exit" },
  { name: "demo", summary: "use a simulated cluster in this process, which opens no port and stores nothing" },
  {
    name: "definition",
    takes: "FILE",
    summary: "like --demo, with the definition in FILE",
    offers: { files: true },
  },
  { name: "tour", summary: "show a short tour that asks for no input, then exit" },
  { name: "interactive", short: "i", summary: "prompt even without a terminal" },
  { name: "quiet", short: "q", summary: "show no greeting and no hints" },
  { name: "rc", takes: "FILE", summary: "run FILE first, instead of repl.js in the profile folder", offers: { files: true } },
  { name: "no-rc", summary: "run no startup file" },
];

/** The general flags that also apply to the shell. */
const shared = new Set(["profile", "url", "service", "revision", "ca", "cert", "key", "proxy", "json", "yes"]);

/** The interactive shell. */
export const replCommand: Command = {
  name: "repl",
  summary: "Explore a cluster in JavaScript, with a client for each service",
  about:
    "The shell awaits results and shows them as tables, but your code gets plain data. Tab completes names from the cluster. Deletions ask for confirmation. A script, --eval or standard input replaces typed input.",
  examples: ["repl", "repl --demo", "repl -e 'broker.topics.list()'", "repl rotate.js --profile staging"],
  positionals: [{ name: "script", summary: "a file to run", required: false, offers: { files: true } }],
  flags,
  effect: "change",
  run: async (args, { over, left, interruption }) => {
    const { repl } = await import("@reeve/repl");
    // The shell handles Ctrl-C itself. Any other signal ends the shell in the usual way.
    interruption.addEventListener("abort", () => endBy(interruption.reason));
    process.exitCode = await repl(argumentsOf(args), defined({ over, left: left(), attempt: limitsOf(args).attempt }));
  },
};

function endBy(reason: unknown): void {
  if (isReeveError(reason) && reason.cause === "SIGTERM") process.kill(process.pid, "SIGTERM");
}

function argumentsOf(args: ParsedArguments): readonly string[] {
  const script = wordOf(args, "script");
  const typed = [...args.flags].flatMap(([name, values]) => {
    if (!shared.has(name) && !flags.some((flag) => flag.name === name)) return [];
    return values.map((value) => (value === "" ? `--${name}` : `--${name}=${value}`));
  });
  return script === undefined ? typed : [...typed, script];
}
