import type { Outlet } from "@reeve/terminal";

/** Erases the line on which the terminal has printed ^C, so that the message begins the line. */
export function afterControlC(notes: Outlet): string {
  return notes.screen() ? BEGIN_LINE_ANEW : "";
}

const BEGIN_LINE_ANEW = "\r\u001b[K";
