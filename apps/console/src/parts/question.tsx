import type { EnteredField } from "../actions/action.ts";
import { capitalised } from "../words.ts";

/** The input field of a question. */
export function QuestionField(props: {
  readonly question: EnteredField;
  readonly value: string;
  readonly change: (value: string) => void;
}) {
  const { value, change } = props;
  const { name, about, isSwitch, isSecret, isNumber, values } = props.question.field;
  const label = capitalised(about);
  if (isSwitch) {
    const [only = ""] = values;
    return (
      <label class="check">
        <input
          type="checkbox"
          name={name}
          checked={value === only}
          onChange={({ currentTarget }) => change(currentTarget.checked ? only : "")}
        />
        {label}
      </label>
    );
  }
  return (
    <label>
      {label}
      <input
        name={name}
        {...(isSecret ? SECRET : isNumber ? NUMBER : TEXT)}
        autocomplete="off"
        spellcheck={false}
        value={value}
        onInput={({ currentTarget }) => change(currentTarget.value)}
      />
    </label>
  );
}

const TEXT = { type: "text" } as const;
const SECRET = { type: "password" } as const;
const NUMBER = { type: "number", min: 1 } as const;
