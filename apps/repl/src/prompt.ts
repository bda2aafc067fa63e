import { safe } from "@reeve/terminal";
import type { NodeRepl } from "./evaluate/node-repl.ts";
import type { Progress } from "./evaluate/take-over.ts";
import type { HintLine } from "./hints.ts";
import type { LazyLive } from "./lazy-live.ts";
import type { Where } from "./where.ts";

/** What stands before what is typed: `prod kafka R2 rolling out> `. */
export function promptText(live: LazyLive, where: Where | undefined): string {
  const { name = "reeve", service = "", revision = "" } = where ?? {};
  const words = live.isLoaded() ? live().prompt() : [name, service, revision];
  return `${words
    .filter((word) => word !== "")
    .map(safe)
    .join(" ")}> `;
}

/** The prompt of a shell that is typed at. */
export interface Prompt {
  /** Shows what has changed: at once where somebody sits before the prompt, else with the next one. */
  freshen(): void;
  /** Told that a command is over: what it has changed may be looked for. */
  commandEnded(): void;
}

/** How often a rollout is looked at that is on its way, and how long a look is good for otherwise. */
const BETWEEN_LOOKS = 5_000;

/** Keeps the prompt true: it looks how rollouts stand after commands, and as long as one is on its way. */
export function keepPrompt(
  server: NodeRepl,
  textNow: () => string,
  live: LazyLive,
  progress: Progress,
  hint: HintLine,
): Prompt {
  let shown = server.getPrompt();
  let lookedAt = 0;
  const freshen = (): void => {
    const text = textNow();
    if (text === shown) return;
    shown = text;
    server.setPrompt(text);
    if (!progress.isIdle() || !server.terminal || server.editorMode || server.closed) return;
    hint.clear();
    server.displayPrompt(true);
    hint.show();
  };
  const look = (): void => {
    if (!live.isLoaded() || Date.now() - lookedAt < BETWEEN_LOOKS) return;
    lookedAt = Date.now();
    void live().refresh().then(freshen);
  };
  const timer = setInterval(() => {
    if (live.isLoaded() && live().isRollingOut()) look();
  }, BETWEEN_LOOKS);
  timer.unref();
  server.once("exit", () => clearInterval(timer));
  return {
    freshen,
    commandEnded: () => {
      freshen();
      look();
    },
  };
}
