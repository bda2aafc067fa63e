import { safe } from "@reeve/terminal";
import type { NodeRepl } from "./evaluate/node-repl.ts";
import type { Progress } from "./evaluate/take-over.ts";
import type { HintLine } from "./hints.ts";
import type { LazyLive } from "./lazy-live.ts";
import type { Where } from "./where.ts";

/** The prompt: `prod kafka R2 rolling out> `. */
export function promptText(live: LazyLive, where: Where | undefined): string {
  const { name = "reeve", service = "", revision = "" } = where ?? {};
  const words = live.isLoaded() ? live().prompt() : [name, service, revision];
  return `${words
    .filter((word) => word !== "")
    .map(safe)
    .join(" ")}> `;
}

/** The prompt of an interactive shell. */
export interface Prompt {
  /** Shows changes: at once at an open prompt, else with the next one. */
  freshen(): void;
  /** Called when a command has ended, because it may have changed something. */
  commandEnded(): void;
}

/** Milliseconds between refreshes of a rollout in progress, and for which a refresh is valid otherwise. */
const REFRESH_INTERVAL = 5_000;

/** Keeps the prompt current: refreshes the rollouts after commands, and while one is in progress. */
export function keepPrompt(
  server: NodeRepl,
  textNow: () => string,
  live: LazyLive,
  progress: Progress,
  hint: HintLine,
): Prompt {
  let shown = server.getPrompt();
  let refreshedAt = 0;
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
  let later: NodeJS.Timeout | undefined;
  const refresh = (): void => {
    if (!live.isLoaded()) return;
    clearTimeout(later);
    const wait = refreshedAt + REFRESH_INTERVAL - Date.now();
    if (wait > 0) {
      // The effects of a command are shown even if nothing more is typed.
      later = setTimeout(refresh, wait).unref();
      return;
    }
    refreshedAt = Date.now();
    void live().refresh().then(freshen);
  };
  const timer = setInterval(() => {
    if (live.isLoaded() && live().isRollingOut()) refresh();
  }, REFRESH_INTERVAL);
  timer.unref();
  server.once("exit", () => {
    clearInterval(timer);
    clearTimeout(later);
  });
  return {
    freshen,
    commandEnded: () => {
      freshen();
      refresh();
    },
  };
}
