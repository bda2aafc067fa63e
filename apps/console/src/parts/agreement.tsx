import { signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { ask, type Call, commandLine, operationOf, requestLine } from "../state/clients.ts";
import type { InstanceInfo } from "../state/cluster.ts";
import { sentenceOf } from "../state/session.ts";
import { Copied } from "./copied.tsx";
import { Failure } from "./empty.tsx";

/** A value to ask for before something is sent. */
export interface Question {
  readonly field: string;
  readonly label: string;
  readonly value: string;
  readonly isNumber?: boolean;
  readonly isSecret?: boolean;
}

/** Something to be done, if the user agrees. */
export interface Action {
  readonly info: InstanceInfo;
  readonly title: string;
  /** What it does, in a sentence. */
  readonly about: string;
  readonly call: Call;
  readonly questions?: readonly Question[];
  /** What has to be typed where something is lost for good. */
  readonly confirm?: string;
  readonly done?: () => void;
}

const asked = signal<Action | undefined>(undefined);

/** What was done last, for all to read. */
const news = signal("");

/** Shows what would be sent, and sends it if the user agrees. */
export function propose(action: Action): void {
  asked.value = action;
}

/** Whether the instance's revision has an operation. */
export function canDo(info: InstanceInfo, name: string): boolean {
  return operationOf(info, name) !== undefined;
}

/** The dialog of the action that was proposed. */
export function Agreement() {
  const action = asked.value;
  return action ? <Dialog key={action.title} action={action} /> : null;
}

function Dialog({ action }: { readonly action: Action }) {
  const { info, title, about, confirm, questions = [], done } = action;
  const place = useRef<HTMLDialogElement>(null);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [typed, setTyped] = useState("");
  const [failure, setFailure] = useState("");
  const [isSending, setSending] = useState(false);
  useEffect(() => place.current?.showModal(), []);
  const close = () => {
    asked.value = undefined;
  };
  const valueAt = ({ field, value }: Question) => values[field] ?? value;
  const answers = questions.map((question) => {
    const value = valueAt(question);
    return [question.field, question.isNumber ? Number(value) : value] as const;
  });
  const call = { ...action.call, input: { ...action.call.input, ...Object.fromEntries(answers) } };
  const shown = {
    ...call,
    input: Object.fromEntries(Object.entries(call.input).filter(([name]) => !isSecret(questions, name))),
  };
  const isReady =
    (confirm === undefined || typed === confirm) && questions.every((question) => valueAt(question) !== "");
  const send = async () => {
    setSending(true);
    setFailure("");
    try {
      const answer = await ask<{ readonly message?: string } | undefined>(info, call.name, call.input);
      news.value =
        typeof answer?.message === "string" && answer.message !== "" ? answer.message : `${title}: requested.`;
      close();
      done?.();
    } catch (error) {
      setFailure(sentenceOf(error));
      setSending(false);
    }
  };
  return (
    <dialog ref={place} onClose={close} aria-labelledby="agreement-title">
      <form
        method="dialog"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !isSending) void send();
        }}
      >
        <h2 id="agreement-title">{title}</h2>
        <p>{about}</p>
        {questions.map((question) => (
          <label key={question.field}>
            {question.label}
            <input
              name={question.field}
              {...(question.isSecret ? SECRET : question.isNumber ? NUMBER : TEXT)}
              autocomplete="off"
              value={valueAt(question)}
              onInput={({ currentTarget: { value } }) => setValues({ ...values, [question.field]: value })}
            />
          </label>
        ))}
        <Copied label="On the command line" text={commandLine(info, shown)} />
        <Copied label="As a request" text={preview(info, shown)} />
        {confirm !== undefined && (
          <label>
            <span>
              This cannot be undone. Type <strong>{confirm}</strong> to go on
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
          <button type="button" onClick={close}>
            Cancel
          </button>
          <button type="submit" class={confirm === undefined ? "primary" : "danger"} disabled={!isReady || isSending}>
            {isSending ? "Sending…" : title.split(" ")[0]}
          </button>
        </div>
      </form>
    </dialog>
  );
}

const TEXT = { type: "text" } as const;
const SECRET = { type: "password" } as const;
const NUMBER = { type: "number", min: 1 } as const;

function isSecret(questions: readonly Question[], field: string): boolean {
  return questions.some((question) => question.field === field && question.isSecret === true);
}

/** While something is still missing, there is no request yet. */
function preview(info: InstanceInfo, call: Call): string {
  try {
    return requestLine(info, call);
  } catch (error) {
    return sentenceOf(error);
  }
}

/** Says what was done, also to those who do not see it. */
export function News() {
  useEffect(() => {
    if (news.value === "") return undefined;
    const timer = setTimeout(() => {
      news.value = "";
    }, 8000);
    return () => clearTimeout(timer);
  }, [news.value]);
  return (
    <output class={news.value === "" ? "news" : "news shown"} aria-live="polite">
      {news.value}
    </output>
  );
}
