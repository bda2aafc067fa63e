import { useRef, useState } from "preact/hooks";
import { Empty, FailureNote } from "../parts/empty.tsx";
import { news } from "../parts/news.tsx";
import { useAnswer } from "../parts/use-answer.ts";
import { linkTo } from "../words.ts";
import { definitionText, readDefinitionSchema, sendDefinitionText } from "./own.ts";
import { DeploymentPlan } from "./plan.tsx";
import { type DefinitionSchema, suggestionsAt } from "./schema.ts";

/** The editor of the definition, or of an instance's definition in an older configuration, which can so be deployed again. */
export function DefinitionPage({ rest: [service, id] }: { readonly rest: readonly string[] }) {
  const { value, failure, isOld } = useAnswer(
    async () => ({ text: await definitionText(service, id), schema: (await readDefinitionSchema()) as DefinitionSchema }),
    `definition of ${service} ${id}`,
  );
  return (
    <main>
      <h1 tabIndex={-1}>{service === undefined ? "Definition" : `Definition of ${service}`}</h1>
      {id !== undefined && service !== undefined && (
        <p>
          As it was in the configuration <code>{id}</code>. <a href={linkTo(service, "configurations")}>All of them</a>
        </p>
      )}
      {failure && <FailureNote sentence={failure} />}
      {value && !isOld ? <Editor text={value.text} schema={value.schema} only={service} /> : !failure && <Empty title="Reading…" />}
    </main>
  );
}

function Editor(props: { readonly text: string; readonly schema: DefinitionSchema; readonly only: string | undefined }) {
  const { text: original, schema, only } = props;
  const place = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(original);
  const [cursor, setCursor] = useState<number>();
  const { mistakes, plan, isBusy, outcome, compare, deploy, forget } = useDeployment(text, only);
  const suggestions = cursor === undefined ? [] : suggestionsAt(text, cursor, schema).slice(0, MAX_SUGGESTIONS);
  const change = (next: string, at: number) => {
    setText(next);
    setCursor(at);
    forget();
  };
  const complete = (index: number) => {
    const [suggestion] = suggestions.slice(index);
    const area = place.current;
    if (!suggestion || !area || cursor === undefined) return;
    area.focus();
    // The browser's own undo knows the inserted text only if it is inserted in this way.
    area.setSelectionRange(cursor - suggestion.typed, cursor);
    area.setRangeText(suggestion.text, cursor - suggestion.typed, cursor, "end");
    change(area.value, area.selectionStart);
  };
  const goTo = (line: number) => {
    const start =
      text
        .split("\n")
        .slice(0, line - 1)
        .join("\n").length + (line > 1 ? 1 : 0);
    const end = text.indexOf("\n", start);
    place.current?.focus();
    place.current?.setSelectionRange(start, end < 0 ? text.length : end);
  };
  return (
    <>
      <label class="editor">
        <span>YAML. Ctrl-Space completes with the first suggestion.</span>
        <textarea
          ref={place}
          rows={Math.min(40, Math.max(16, text.split("\n").length + 2))}
          spellcheck={false}
          value={text}
          aria-invalid={mistakes.length > 0}
          aria-describedby="mistakes"
          onInput={({ currentTarget: { value, selectionStart } }) => change(value, selectionStart)}
          onSelect={({ currentTarget: { selectionStart } }) => setCursor(selectionStart)}
          onKeyDown={(event) => {
            if (event.key !== " " || !event.ctrlKey) return;
            event.preventDefault();
            complete(0);
          }}
        />
      </label>
      {suggestions.length > 0 && (
        <ul class="suggestions" aria-label="Fields and values that fit here">
          {suggestions.map(({ word, about }, index) => (
            <li key={word}>
              <button type="button" class="plain" title={about.replaceAll("`", "")} onClick={() => complete(index)}>
                {word}
              </button>
            </li>
          ))}
        </ul>
      )}
      <Mistakes mistakes={mistakes} goTo={goTo} />
      {plan && <DeploymentPlan answer={plan} />}
      {outcome && <p role="status">{outcome}</p>}
      <div class="buttons start">
        <button type="button" disabled={isBusy} onClick={() => void compare()}>
          Show the plan
        </button>
        <button
          type="button"
          disabled={isBusy || !plan?.changes.some(({ change: what }) => what !== "unchanged")}
          onClick={() => void deploy()}
        >
          Deploy
        </button>
      </div>
    </>
  );
}

const MAX_SUGGESTIONS = 12;

function Mistakes({ mistakes, goTo }: { readonly mistakes: readonly Mistake[]; readonly goTo: (line: number) => void }) {
  return (
    <div id="mistakes" role="alert">
      <ul class="mistakes">
        {mistakes.map(({ line, sentence }) => (
          <li key={`${line} ${sentence}`} class="failure">
            {line !== undefined && (
              <button type="button" class="plain" onClick={() => goTo(line)}>
                Line {line}
              </button>
            )}{" "}
            {sentence}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A mistake in a definition, with its line if it is known. */
interface Mistake {
  readonly line?: number;
  readonly sentence: string;
}

/** Compares and deploys a text. It can be deployed only after its plan was shown. */
function useDeployment(text: string, only: string | undefined) {
  const [mistakes, setMistakes] = useState<readonly Mistake[]>([]);
  const [plan, setPlan] = useState<Awaited<ReturnType<typeof sendDefinitionText>>>();
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState("");
  const forget = () => {
    setMistakes([]);
    setPlan(undefined);
    setOutcome("");
  };
  const send = async (isDryRun: boolean) => {
    forget();
    setBusy(true);
    try {
      const answer = await sendDefinitionText(text, { only, isDryRun });
      if (isDryRun) setPlan(answer);
      const changed = answer.changes.filter(({ change }) => change !== "unchanged").map(({ instance }) => instance);
      if (changed.length === 0) setOutcome("Nothing would change.");
      else if (!isDryRun) {
        news.value = `Deployed: ${changed.join(", ")}. The rollout has begun.`;
        // Each instance has a plan of its own, so after a change of several the overview shows them all.
        location.hash = changed.length === 1 ? linkTo(changed[0] ?? "", "plans", "deploy") : linkTo();
      }
    } catch (error) {
      setMistakes(mistakesIn(error instanceof Error ? error.message : String(error)));
    } finally {
      setBusy(false);
    }
  };
  return { mistakes, plan, isBusy, outcome, forget, compare: () => send(true), deploy: () => send(false) };
}

/** The mistakes in the message of the service, which quotes the lines. */
function mistakesIn(message: string): readonly Mistake[] {
  return message
    .split("\n")
    .filter((line) => !/^\s+\d*\s*\|/.test(line))
    .map((line) => {
      const [, number, sentence = line] = /^definition:(\d+):\d+: (.*)$/.exec(line) ?? [];
      return { ...(number !== undefined && { line: Number(number) }), sentence };
    });
}
