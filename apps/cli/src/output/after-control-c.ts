import type { Outlet } from "@reeve/terminal";

/** Written before a message after Ctrl-C: the terminal has printed ^C at its place. */
export function afterControlC(notes: Outlet): string {
  return notes.screen() ? BEGIN_LINE_ANEW : "";
}

const BEGIN_LINE_ANEW = "\r\u001b[K";
