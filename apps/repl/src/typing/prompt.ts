import { safe } from "@reeve/terminal";
import type { NodeRepl } from "../evaluate/node-repl.ts";
import type { EvaluationProgress } from "../evaluate/take-over.ts";
import type { LazyLive } from "../parts/lazy-live.ts";
import type { ShellTarget } from "../parts/where.ts";
import type { HintLine } from "./hints.ts";

/** The text of the prompt, such as `prod kafka R2 rolling out> `. */
export function promptText(live: LazyLive, where: ShellTarget | undefined): string {
  const { name = "reeve", service = "", revision = "" } = where ?? {};
  const words = live.isLoaded() ? live().prompt() : [name, service, revision];
  return `${words
    .filter((word) => word !== "")
    .map(safe)
    .join(" ")}> `;
}

/** Minimum time in milliseconds between two refreshes of the prompt, and the interval of refreshes during a rollout. */
const REFRESH_INTERVAL = 5_000;

/** Keeps the prompt up to date: refreshes the state of rollouts after each command, and repeatedly during a rollout. */
export function keepPrompt(server: NodeRepl, textNow: () => string, live: LazyLive, progress: EvaluationProgress, hint: HintLine) {
  let shown = server.getPrompt();
  let refreshedAt = 0;
  /** Updates the prompt: at once if the user is at the prompt, otherwise when the prompt is shown next. */
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
      // The state is refreshed again later, so that the effects of a command appear even if the user types nothing more.
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
    /** Called at the end of a command, which may have changed the state of rollouts. */
    commandEnded: (): void => {
      freshen();
      refresh();
    },
  };
}
