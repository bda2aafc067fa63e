import type { Outlet } from "@reeve/terminal";

/** What goes before words that follow Ctrl-C: a terminal has written ^C where they are to stand. */
export function afterControlC(notes: Outlet): string {
  return notes.screen() ? BEGIN_LINE_ANEW : "";
}

const BEGIN_LINE_ANEW = "\r\u001b[K";
