import type { EnteredField } from "../actions/action.ts";
import { capitalised } from "../words.ts";
import { Check } from "./fields.tsx";

/** The input field of a question. */
export function QuestionField(props: {
  readonly question: EnteredField;
  readonly value: string;
  /** Why the value cannot be sent; empty if it can. */
  readonly mistake: string;
  readonly change: (value: string) => void;
}) {
  const { value, mistake, change } = props;
  const { name, about, isSwitch, isSecret, isNumber, values } = props.question.field;
  const label = capitalised(about);
  if (isSwitch) {
    const [only = ""] = values;
    return <Check label={label} name={name} checked={value === only} change={(checked) => change(checked ? only : "")} />;
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
        aria-invalid={mistake !== ""}
        aria-describedby={mistake === "" ? undefined : `mistake-${name}`}
        onInput={({ currentTarget }) => change(currentTarget.value)}
      />
      {mistake !== "" && (
        <span class="mistake" id={`mistake-${name}`} role="alert">
          {capitalised(mistake)}
        </span>
      )}
    </label>
  );
}

const TEXT = { type: "text" } as const;
const SECRET = { type: "password" } as const;
const NUMBER = { type: "number" } as const;
