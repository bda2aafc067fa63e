import { randomBytes } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { ReeveError } from "@reeve/contract";
import type { Log } from "@reeve/orchestrator";
import { reasonOf } from "@reeve/orchestrator/engine";
import { tryOrLog } from "../record/log.ts";
import type { Keep } from "../state/state-folder.ts";
import type { Edition, Requester } from "./edition.ts";
import { digestOf, type SecretDigest, sameDigest } from "./token-signer.ts";

interface Known {
  readonly digest: SecretDigest;
  readonly identity: Requester;
}

const TOKEN_FILE = "token";

/** Replaces the generated token: after a kill, clients may have sent it to another program that has taken the port. */
export function renewToken(keep: Keep, log: Log): void {
  if (keep.read(TOKEN_FILE) === undefined) return;
  tryOrLog(log, "error", "token-not-renewed", () => {
    keep.write(TOKEN_FILE, `${newToken()}\n`);
    log("warn", "token-renewed", { reason: "the service was killed, so the generated token has been replaced" });
  });
}

function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** The open edition: every holder of a static token may do everything. */
export function openEdition(keep: Keep, tokensFile: string | undefined, log: Log, now: () => number): Edition {
  return tokensFile === undefined ? generated(keep) : fromFile(tokensFile, log, now);
}

function generated(keep: Keep): Edition {
  const kept = keep.read(TOKEN_FILE)?.trim();
  const token = kept || newToken();
  if (!kept) keep.write(TOKEN_FILE, `${token}\n`);
  const known = [{ digest: digestOf(token), identity: { who: "local token" } }];
  const tokenFile = keep.path(TOKEN_FILE);
  return { name: "open", identify: (given) => find(known, given), token: async () => token, ...(tokenFile !== undefined && { tokenFile }) };
}

/** How often the token file is checked for changes, in milliseconds. */
export const FRESH = 1000;

/** Accepts the tokens in a file of lines `NAME: TOKEN` and comments (#). The file is read again after it has changed. */
function fromFile(path: string, log: Log, now: () => number): Edition {
  let { known, first, unnamed } = readTokenFile(path);
  hintAt(path, unnamed, log);
  let stamp = fileStamp(path);
  let checkedAt = now();

  /** The old tokens stay valid while the file cannot be used, or is missing because it is being replaced. */
  function readIfChanged(): void {
    checkedAt = now();
    const current = fileStamp(path);
    if (current === undefined || current === stamp) return;
    stamp = current;
    try {
      ({ known, first, unnamed } = readTokenFile(path));
      hintAt(path, unnamed, log);
    } catch (error) {
      log("error", "tokens-refused", { file: path, reason: reasonOf(error) });
    }
  }

  return {
    name: "open",
    identify: (given) => {
      if (Math.abs(now() - checkedAt) > FRESH) readIfChanged();
      return find(known, given);
    },
    token: async () => first,
    tokenFile: path,
  };
}

/** Names the lines without a name, so that the audit log can say who made a change also after a line was added above. */
function hintAt(file: string, lines: readonly number[], log: Log): void {
  if (lines.length === 0) return;
  const who = `the audit log calls ${lines.length === 1 ? "it" : "them"} ${lines.slice(0, 5).map(nameless).join(", ")}`;
  const reason = `tokens have no name, so ${who}, and other names when lines move: write NAME: TOKEN on each line`;
  log("warn", "tokens-without-name", { file, lines: lines.slice(0, 100), reason });
}

const nameless = (line: number) => `token ${line}`;

/** The name of a token that has none and is the only one in its file, as in the secret of a service in a cluster. */
const ONLY = "token";

/** Compares the token with every known token, so that the duration reveals nothing. */
function find(known: readonly Known[], given: string): Requester | undefined {
  const digest = digestOf(given);
  let found: Requester | undefined;
  for (const each of known) if (sameDigest(each.digest, digest)) found = each.identity;
  return found;
}

/**
 * Reads a file of tokens: `NAME: TOKEN` on each line. A line without a name, as earlier versions wrote it, gets a name from its number if
 * there are others. Throws `bad-input` if it cannot be used.
 */
export function readTokenFile(path: string): { known: readonly Known[]; first: string; unnamed: readonly number[] } {
  const lines = readTokens(path)
    .split("\n")
    .map((text, index) => ({ text: text.trim(), line: index + 1 }))
    .filter(({ text }) => text !== "" && !text.startsWith("#"));
  const tokens = lines.map(({ text, line }) => {
    const [, name, token = text] = /^([\w.@-]{1,200}):\s+(.*)$/.exec(text) ?? [];
    return { name: name ?? (lines.length === 1 ? ONLY : nameless(line)), token, line };
  });
  for (const { token, line } of tokens) {
    if (!/^[\x21-\x7e]{16,}$/.test(token)) {
      throw new ReeveError(
        "bad-input",
        `${path}:${line}: a token must have at least 16 characters, none of them a space; write NAME: TOKEN`,
      );
    }
  }
  const [first] = tokens;
  if (!first) throw new ReeveError("bad-input", `tokens.file: ${path} holds no token, so every request would be refused`);
  const known = tokens.map(({ token, name }) => ({ digest: digestOf(token), identity: { who: name } }));
  const unnamed = tokens.flatMap(({ name, line }) => (name === nameless(line) ? [line] : []));
  return { known, first: first.token, unnamed };
}

function readTokens(path: string): string {
  let [text, mode, owner] = ["", 0, 0];
  try {
    const stat = statSync(path);
    mode = stat.mode & 0o777;
    owner = stat.uid;
    if (stat.isFile()) text = readFileSync(path, "utf8");
  } catch {
    throw new ReeveError("bad-input", `tokens.file: ${path} cannot be read`);
  }
  // In a pod, the kubelet sets the mode and the owner of mounted secrets, and there are no other users.
  const isShared = process.platform !== "win32" && process.env.KUBERNETES_SERVICE_HOST === undefined;
  if (isShared && ![0, process.getuid?.() ?? owner].includes(owner))
    throw new ReeveError("bad-input", `tokens.file: ${path} belongs to another user, who knows the tokens: use a file of your own`);
  if ((mode & 0o077) === 0 || !isShared) return text;
  throw new ReeveError(
    "bad-input",
    `tokens.file: other users can read or write ${path} (mode ${mode.toString(8).padStart(4, "0")}): run chmod 600 ${path}`,
  );
}

/** Changes when a file changes; undefined if there is no file. */
export function fileStamp(path: string): string | undefined {
  try {
    const { mtimeMs, size, ino } = statSync(path);
    return `${mtimeMs} ${size} ${ino}`;
  } catch {
    return undefined;
  }
}
