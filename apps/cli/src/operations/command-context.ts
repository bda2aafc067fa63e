import type { View } from "@reeve/pictures";
import type { Session } from "./session.ts";

/** A command in progress: its session, the checked input of its operation, and how to render the answer. */
export interface CommandContext extends View {
  readonly session: Session;
}
