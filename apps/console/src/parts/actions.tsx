import { type Action, propose } from "../actions/action.ts";

interface ActionsProps {
  readonly actions: readonly Action[];
  /** Called after an action. */
  readonly done?: () => void;
}

/** A button for each action, which opens the dialog of the action. */
export function ActionButtons({ actions, done }: ActionsProps) {
  return actions.map((action) => (
    <button key={action.label} type="button" onClick={() => propose(action, done)}>
      {action.label}
    </button>
  ));
}

/** A small button for each action, as in the rows of a table. Its title tells screen readers what it acts on. */
export function SmallActionButtons({ actions, done }: ActionsProps) {
  return actions.map((action) => (
    <button key={action.label} type="button" class="plain" aria-label={action.title} onClick={() => propose(action, done)}>
      {action.label}
    </button>
  ));
}
