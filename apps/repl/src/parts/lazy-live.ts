import { defineService, words } from "../start/globals.ts";
import type { ShellState } from "../start/shell.ts";
import { shellKinds } from "./kind.ts";
import type { Live } from "./live.ts";
import { load } from "./load.ts";

/** The part of the shell that uses clusters, which is loaded when it is first needed. */
export type LazyLive = ReturnType<typeof lazyLive>;

export function lazyLive(shell: ShellState) {
  let live: Live | undefined;
  const get = (): Live => {
    live ??= load<typeof import("./live.ts")>("live").createLive(shell);
    return live;
  };
  /**
   * Loads the services that the code names before the code is evaluated. If a service were loaded during the evaluation, Ctrl-C could leave
   * a module half loaded.
   */
  const prepare = (code: string): void => {
    const named = new Set(code.match(/[A-Za-z_$][\w$]*/g));
    const isNamed = (name: string) => named.has(name);
    if (!live && ![...words, ...shellKinds.map(({ global }) => global)].some(isNamed)) return;
    try {
      for (const name of get().globals().filter(isNamed)) get().session.named(name);
    } catch {
      // This error is ignored here, because the evaluation reports that there is no such service.
    }
  };
  return Object.assign(get, { isLoaded: () => live !== undefined, prepare });
}

/** Defines global names for the services of a connection. */
export function keepServicesNamed(live: LazyLive): void {
  if (live.isLoaded()) for (const name of live().globals()) defineService(name, live);
}
