import type { Question } from "../actions/action.ts";

/** The input field of a question. */
export function Asked(props: {
  readonly question: Question;
  readonly value: string;
  readonly change: (value: string) => void;
}) {
  const { question, value, change } = props;
  const { field, label, checked } = question;
  if (checked !== undefined) {
    return (
      <label class="check">
        <input
          type="checkbox"
          name={field}
          checked={value === checked}
          onChange={({ currentTarget }) => change(currentTarget.checked ? checked : "")}
        />
        {label}
      </label>
    );
  }
  return (
    <label>
      {label}
      <input
        name={field}
        {...kindOf(question)}
        autocomplete="off"
        spellcheck={false}
        value={value}
        onInput={({ currentTarget }) => change(currentTarget.value)}
      />
    </label>
  );
}

function kindOf({ isSecret, isNumber }: Question) {
  return isSecret ? SECRET : isNumber ? NUMBER : TEXT;
}

const TEXT = { type: "text" } as const;
const SECRET = { type: "password" } as const;
const NUMBER = { type: "number", min: 1 } as const;
