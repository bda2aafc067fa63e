import { type Action, propose } from "../actions/action.ts";

/** A button for each action, which opens the dialog of the action. In rows they are small, and screen readers read what each acts on. */
export function ActionButtons(props: {
  readonly actions: readonly Action[];
  /** Called after an action. */
  readonly done?: () => void;
  readonly inRow?: true;
}) {
  const { actions, done, inRow } = props;
  return actions.map((action) => (
    <button
      key={action.label}
      type="button"
      {...(inRow && { class: "plain", "aria-label": action.title })}
      onClick={() => propose(action, done)}
    >
      {action.label}
    </button>
  ));
}
