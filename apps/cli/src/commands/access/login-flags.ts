import { resolve } from "node:path";
import { type Context, type Flag, flagOf, type ParsedArguments } from "@reeve/commands";
import { ReeveError } from "@reeve/contract";
import type { Login } from "@reeve/profiles";

/** The flags that specify the source of the token. No flag takes a secret as its value. */
export const loginFlags: readonly Flag[] = [
  { name: "uid", takes: "UID", summary: "log in as this user or service account" },
  { name: "key-file", takes: "FILE", summary: "private key of the service account (PEM or JWK)", offers: { files: true } },
  { name: "token-file", takes: "FILE", summary: "file with the token; it is read again when it changes", offers: { files: true } },
  { name: "token-command", takes: "COMMAND", summary: "command that prints the token; it runs without a shell" },
  { name: "token-env", takes: "NAME", summary: "environment variable that holds the token" },
  ...(["token", "password"] as const).map((name) => ({
    name,
    summary: name,
    refused: `a secret cannot be an argument, because other users can see arguments. Pipe it to reeve login, or type it when asked.`,
  })),
];

/** The login that the flags describe; undefined if they describe none. */
export function loginOf(args: ParsedArguments, { processContext }: Pick<Context, "processContext">): Login | undefined {
  const uid = flagOf(args, "uid");
  const keyFile = flagOf(args, "key-file");
  const tokenFile = flagOf(args, "token-file");
  const command = flagOf(args, "token-command");
  const variable = flagOf(args, "token-env");
  const absolute = (path: string) => resolve(processContext.cwd, path);
  if ([uid ?? keyFile, tokenFile, command, variable].filter((each) => each !== undefined).length > 1) {
    throw new ReeveError("bad-input", "give only one of --uid, --token-file, --token-command and --token-env");
  }
  if (keyFile !== undefined) {
    if (uid === undefined) throw new ReeveError("bad-input", "--key-file needs --uid: the service account to which the key belongs");
    return { by: "service-account", uid, keyFile: absolute(keyFile) };
  }
  if (uid !== undefined) return { by: "password", uid };
  if (tokenFile !== undefined) return { by: "file", file: absolute(tokenFile) };
  if (command !== undefined) return { by: "command", command: wordsIn(command) };
  return variable === undefined ? undefined : { by: "environment", variable };
}

/** Splits a command into words as a shell does: at blanks, except within quotes. Variables and file patterns are not expanded. */
function wordsIn(command: string): [string, ...string[]] {
  const words = [...command.matchAll(/(?:'[^']*'|"(?:[^"\\]|\\.)*"|\\.|[^\s'"\\])+/g)].map(([word]) => unquoted(word));
  const [first, ...rest] = words;
  const isWhole = command.replaceAll(/'[^']*'|"(?:[^"\\]|\\.)*"|\\./g, "").search(/['"\\]/) < 0;
  if (first === undefined || !isWhole) {
    throw new ReeveError("bad-input", "--token-command: expected a command and its arguments, with all quotes closed");
  }
  return [first, ...rest];
}

function unquoted(word: string): string {
  return word.replaceAll(/'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)/g, (_, single, double, escaped) => {
    if (single !== undefined) return single;
    return double === undefined ? escaped : double.replaceAll(/\\(["\\$`])/g, "$1");
  });
}
