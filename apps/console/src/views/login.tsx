import { useEffect, useRef, useState } from "preact/hooks";
import { FailureNote } from "../parts/empty.tsx";
import { ended, enter, logInToService, sentenceOf, takesAccounts } from "../state/session.ts";

/** Asks for a token, or for an account if the service has accounts. */
export function LoginView() {
  const place = useRef<HTMLInputElement>(null);
  const [hasAccounts, setHasAccounts] = useState(false);
  const [first, setFirst] = useState("");
  const [second, setSecond] = useState("");
  const [failure, setFailure] = useState("");
  const [isSending, setSending] = useState(false);
  useEffect(() => void takesAccounts().then(setHasAccounts, () => undefined), []);
  useEffect(() => place.current?.focus(), []);
  const send = async () => {
    setSending(true);
    setFailure("");
    try {
      await (hasAccounts ? logInToService(first, second) : enter({ token: first.trim() }));
    } catch (error) {
      setFailure(sentenceOf(error));
    }
    setSending(false);
  };
  return (
    <main class="login">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <h1>Log in to Reeve</h1>
        {ended.value !== "" && <p role="status">{ended.value}</p>}
        <label>
          {hasAccounts ? "Account" : "Token"}
          <input
            ref={place}
            {...(hasAccounts ? ACCOUNT : TOKEN)}
            value={first}
            onInput={({ currentTarget: { value } }) => setFirst(value)}
          />
        </label>
        {hasAccounts && (
          <label>
            Password
            <input
              name="password"
              type="password"
              autocomplete="current-password"
              value={second}
              onInput={({ currentTarget: { value } }) => setSecond(value)}
            />
          </label>
        )}
        {failure !== "" && <FailureNote sentence={failure} />}
        <button type="submit" class="primary" disabled={isSending || first === "" || (hasAccounts && second === "")}>
          {isSending ? "Logging in…" : "Log in"}
        </button>
        <p class="hint">
          <code>reeve console</code> opens this page logged in.
        </p>
      </form>
    </main>
  );
}

const ACCOUNT = { name: "uid", type: "text", autocomplete: "username" } as const;
const TOKEN = { name: "token", type: "password", autocomplete: "off" } as const;
