import { useEffect, useRef, useState } from "preact/hooks";
import { type Action, inputOf, isLeftOut, proposed, type Question } from "../actions/action.ts";
import { shownLine, shownRequest } from "../actions/shown.ts";
import { type Call, operationOf } from "../state/calls.ts";
import { ask } from "../state/clients.ts";
import { sentenceOf } from "../state/session.ts";
import { capitalised } from "../words.ts";
import { Copied } from "./copied.tsx";
import { Failure } from "./empty.tsx";
import { news } from "./news.tsx";
import { Asked } from "./question.tsx";

/** The dialog that confirms the proposed action. */
export function Agreement() {
  const action = proposed.value;
  return action ? <Dialog key={action} action={action} /> : null;
}

function Dialog({ action }: { readonly action: Action }) {
  const { info, label, title, questions = [], drawPreview, done } = action;
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
  const operation = operationOf(info, action.call.name);
  const confirm = operation?.effect === "destroy" ? (action.name ?? info.service) : undefined;
  const valueAt = ({ field, value }: Question) => values[field] ?? value;
  const call = { ...action.call, input: inputOf(action, valueAt) };
  const readBefore = drawPreview && operation?.previewedBy;
  const asked = JSON.stringify(call.input);
  const isSeen = readBefore === undefined || preview?.of === asked;
  const isFilledIn = questions.every((question) => isLeftOut(question) || valueAt(question) !== "");
  const isReady = (confirm === undefined || typed === confirm) && isFilledIn;
  const trying = async (work: () => Promise<void>) => {
    setSending(true);
    setFailure("");
    await work().catch((error) => setFailure(sentenceOf(error)));
    setSending(false);
  };
  const showPreview = async (read: string) => setPreview({ of: asked, answer: await ask(info, read, call.input) });
  const send = async () => {
    const answer = await ask<{ readonly message?: unknown } | undefined>(info, call.name, call.input);
    const message = answer?.message;
    news.value = typeof message === "string" && message !== "" ? message : `${title}: requested.`;
    // Closing the dialog gives the focus back to the button that opened the dialog.
    place.current?.close();
    done?.();
  };
  return (
    <dialog
      ref={place}
      onClose={() => {
        // The browser reports the closing a moment later, when the next action may already be proposed.
        if (proposed.peek() === action) proposed.value = undefined;
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
          if (isReady && !isSending)
            void trying(isSeen || readBefore === undefined ? send : () => showPreview(readBefore));
        }}
      >
        <h2 id="agreement-title">{title}</h2>
        <p>{consequenceOf(operation?.consequence, call) ?? action.about}</p>
        {questions.map((question) => (
          <Asked
            key={question.field}
            question={question}
            value={valueAt(question)}
            change={(value) => setValues({ ...values, [question.field]: value })}
          />
        ))}
        {preview && isSeen && drawPreview?.(preview.answer as never)}
        <Copied label="On the command line" text={shownLine(action, valueAt)} />
        {isFilledIn ? (
          <Copied label="As a request" text={shownRequest(action, valueAt)} />
        ) : (
          <p class="hint">The request is shown once the fields are filled in.</p>
        )}
        {confirm !== undefined && (
          <label>
            <span>
              Type <strong>{confirm}</strong> to go on
            </span>
            <input
              name="confirm"
              autocomplete="off"
              spellcheck={false}
              value={typed}
              onInput={({ currentTarget: { value } }) => setTyped(value)}
            />
          </label>
        )}
        {failure !== "" && <Failure sentence={failure} />}
        <div class="buttons">
          <button type="button" onClick={() => place.current?.close()}>
            Cancel
          </button>
          <button type="submit" class={confirm === undefined ? "primary" : "danger"} disabled={!isReady || isSending}>
            {isSending ? "Sending…" : isSeen ? capitalised(label) : "Show the preview"}
          </button>
        </div>
      </form>
    </dialog>
  );
}

/** The sentence that says what the action destroys. Input values replace the names of fields in braces. */
function consequenceOf(consequence: string | undefined, { input }: Call): string | undefined {
  return consequence?.replace(/\{(\w+)\}/g, (_, field: string) =>
    String(input[field] || `<${field.replaceAll("_", " ")}>`),
  );
}
