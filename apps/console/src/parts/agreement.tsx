import { type AnyOperation, decode, fillIn } from "@reeve/contract";
import { useEffect, useRef, useState } from "preact/hooks";
import { type Action, type EnteredField, enteredInput, enteredValue, isChanging, proposedAction } from "../actions/action.ts";
import { shownLine, shownRequest } from "../actions/shown.ts";
import { callByName } from "../state/clients.ts";
import { sentenceOf } from "../state/session.ts";
import { capitalised, linkTo } from "../words.ts";
import { Copied } from "./copied.tsx";
import { FailureNote } from "./empty.tsx";
import { news } from "./news.tsx";
import { QuestionField } from "./question.tsx";

/** The dialog that confirms the proposed action. */
export function ActionDialog() {
  const action = proposedAction.value;
  return action ? <OpenDialog key={action} action={action} /> : null;
}

function OpenDialog({ action }: { readonly action: Action }) {
  const { label, title, about, questions, drawPreview } = action;
  const form = useActionForm(action);
  const { place, input, confirmation, isValid, isSeen, isReady, isSending } = form;
  const { consequence } = action.call.listed.operation;
  return (
    <dialog
      ref={place}
      onClose={() => {
        // The browser reports the closing a moment later, when the next action may already be proposed.
        if (proposedAction.peek() === action) proposedAction.value = undefined;
      }}
      // The second click of a double click, or a key that is held down, must not confirm the dialog that has just been opened.
      onClick={(event) => event.detail > 1 && event.preventDefault()}
      onKeyDown={(event) => event.repeat && event.key === "Enter" && event.preventDefault()}
      aria-labelledby="agreement-title"
    >
      <form
        method="dialog"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !isSending) void form.submit();
        }}
      >
        <h2 id="agreement-title">{title}</h2>
        <p>{consequence === undefined ? about : fillIn(consequence, namedFields(input))}</p>
        {questions.map((question) => (
          <QuestionField
            key={question.field.name}
            question={question}
            value={form.valueAt(question)}
            mistake={form.mistakeIn(question)}
            change={(value) => form.change(question, value)}
          />
        ))}
        {form.preview && isSeen && drawPreview?.(form.preview.answer as never)}
        <Copied label="On the command line" text={shownLine(action, form.valueAt)} />
        {isValid ? (
          <Copied label="As a request" text={shownRequest(action, form.valueAt)} />
        ) : (
          <p class="hint">The request is shown once all fields have valid values.</p>
        )}
        {confirmation !== undefined && isSeen && (
          <label>
            <span>
              Type <strong>{confirmation}</strong> to confirm
            </span>
            <input
              name="confirm"
              autocomplete="off"
              spellcheck={false}
              value={form.typed}
              onInput={({ currentTarget: { value } }) => form.setTyped(value)}
            />
          </label>
        )}
        {form.failure !== "" && <FailureNote sentence={form.failure} />}
        <div class="buttons">
          <button type="button" onClick={() => place.current?.close()}>
            Cancel
          </button>
          <button type="submit" class={confirmation === undefined || !isSeen ? "primary" : "danger"} disabled={!isReady || isSending}>
            {isSending ? "Sending…" : isSeen ? capitalised(label) : "Show the preview"}
          </button>
        </div>
      </form>
    </dialog>
  );
}

/** The state of the dialog. If the operation has a preview, the first submission shows the preview, and the second one sends the change. */
function useActionForm(action: Action) {
  const { info, title, questions, drawPreview, opens, done } = action;
  const { name, operation } = action.call.listed;
  const place = useRef<HTMLDialogElement>(null);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [typed, setTyped] = useState("");
  const [failure, setFailure] = useState("");
  const [isSending, setSending] = useState(false);
  const [preview, setPreview] = useState<{ readonly of: string; readonly answer: unknown }>();
  useEffect(() => {
    place.current?.showModal();
    // The first input field gets the focus. The attribute `autofocus` would do the same, but makes the browser log a message.
    const first = place.current?.querySelector<HTMLElement>("input:not([type=checkbox])");
    (first ?? place.current?.querySelector<HTMLElement>("[type=submit]"))?.focus();
  }, []);
  const valueAt = ({ field, value }: EnteredField) => values[field.name] ?? value;
  const input = enteredInput(action, valueAt);
  const confirmation = confirmationOf(operation, input, info.service);
  const isValid = questions.every((question) => {
    const value = valueAt(question);
    return value === "" ? isLeftOut(question) : mistakeIn(question, value, "") === "";
  });
  const previewedBy = drawPreview && operation.previewedBy;
  const key = JSON.stringify(input);
  const isSeen = previewedBy === undefined || preview?.of === key;
  const send = async () => {
    const { message } = ((await callByName(info, name, input)) ?? {}) as { readonly message?: unknown };
    news.value = typeof message === "string" && message !== "" ? message : `${title}: requested.`;
    // Closing the dialog gives the focus back to the button that opened the dialog.
    place.current?.close();
    done?.();
    if (opens) location.hash = linkTo(info.service, ...opens(input));
  };
  const submit = async () => {
    setSending(true);
    setFailure("");
    isChanging.value = true;
    const work =
      isSeen || previewedBy === undefined ? send() : callByName(info, previewedBy, input).then((answer) => setPreview({ of: key, answer }));
    await work.catch((error) => setFailure(sentenceOf(error)));
    isChanging.value = false;
    setSending(false);
  };
  return {
    ...{ place, input, valueAt, typed, setTyped, failure, isSending, preview, confirmation, isValid, isSeen, submit },
    isReady: (confirmation === undefined || !isSeen || typed === confirmation) && isValid,
    mistakeIn: (question: EnteredField) => mistakeIn(question, valueAt(question), failure),
    change: ({ field }: EnteredField, value: string) => {
      setValues({ ...values, [field.name]: value });
      setFailure("");
    },
  };
}

/** Whether the user may leave the field empty: an optional field without a first value. */
function isLeftOut({ field, value }: EnteredField): boolean {
  return !field.required && value === "";
}

/**
 * Why a value cannot be sent, or why the service has refused it: its sentence then begins with the name of the field. An empty field is not
 * a mistake yet.
 */
function mistakeIn({ field }: EnteredField, value: string, failure: string): string {
  const refused = /^([\w-]+): (.*)$/s.exec(failure);
  if (refused?.[1]?.toLowerCase() === field.name.toLowerCase()) return refused[2] ?? "";
  if (value === "" || field.isSecret) return "";
  const decoded = decode(field.schema, enteredValue(field, value));
  return decoded.ok ? "" : decoded.issues[0];
}

/** What the user has to type if data would be lost for good. */
function confirmationOf(
  { effect, confirmation }: AnyOperation,
  input: Readonly<Record<string, unknown>>,
  service: string,
): string | undefined {
  if (effect !== "destroy") return undefined;
  return confirmation?.name === undefined ? service : fillIn(confirmation.name, input);
}

/** The input in which the names of fields stand for values that are not entered yet. */
function namedFields(input: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, value || `<${name.replaceAll("_", " ")}>`]));
}
