import type { Content } from "@reeve/backups";
import type { Clock, Program } from "@reeve/orchestrator/engine";

/**
 * The shell's script. A request is a line with its kind, a number of bytes, and a path. The response ends with a line break. The shell ends
 * after a failure, and at the end of its input. A new file gets its name when it is complete; before, its name is one that the database
 * ignores.
 */
const SCRIPT = `
export LC_ALL=C
for name in cat dd find mkdir mv rm sha256sum stat; do
  command -v $name > /dev/null || { echo "the node's image lacks the program $name" >&2; exit 1; }
done
while read -r kind bytes path; do
  folder=\${path%/*}
  draft=$folder/.$$
  case $kind in
    list) { [ ! -d "$path" ] || find "$path" -mindepth 1 -maxdepth 1 -exec stat -c '%F:%s:%n' {} +; } && echo ;;
    hash) if [ "$(stat -c %s "$path" 2> /dev/null)" = "$bytes" ]; then sha256sum < "$path"; else echo; fi ;;
    read) cat "$path" && echo ;;
    write)
      mkdir -p "$folder" &&
        dd bs=65536 count="$bytes" iflag=fullblock,count_bytes status=none > "$draft" &&
        [ "$(stat -c %s "$draft")" = "$bytes" ] && mv "$draft" "$path" && sha256sum < "$path" ||
        { rm -f "$draft"; false; } ;;
    remove) rm -rf "$path" && echo ;;
  esac || exit 1
done
`;

/** Starts the shell. */
export const COMMAND: readonly string[] = ["/bin/sh", "-c", SCRIPT];

type Request = "list" | "hash" | "read" | "write" | "remove";

/** Milliseconds after which a silent connection counts as lost. */
const SILENCE = 60_000;

/** The number of bytes that the slowest disk reads in a millisecond. */
const SLOWEST = 5_000;

export type Shell = ReturnType<typeof shellOf>;

/** A running shell next to a node, which answers requests about the node's files, one after another. */
export function shellOf(program: Program, clock: Clock) {
  const pieces = program.output[Symbol.asyncIterator]();
  let isOpen = true;
  let rest: Uint8Array = new Uint8Array();

  async function more(): Promise<void> {
    const { done, value } = await pieces.next();
    if (done) throw new Error("the shell has ended");
    rest = rest.length === 0 ? value : Buffer.concat([rest, value]);
  }

  async function readLine(): Promise<string> {
    let end = rest.indexOf(LINE_BREAK);
    for (; end === -1; end = rest.indexOf(LINE_BREAK)) await more();
    const line = Buffer.from(rest.subarray(0, end)).toString();
    rest = rest.subarray(end + 1);
    return line;
  }

  /** Rejects if a promise is not settled in time. */
  function inTime<Result>(promise: Promise<Result>, work = 0): Promise<Result> {
    return new Promise((resolve, reject) => {
      const limit = SILENCE + work / SLOWEST;
      const late = () => reject(new Error(`no answer within ${Math.round(limit / 1000)} seconds`));
      const cancel = clock.after(limit, late);
      promise.then(resolve, reject).finally(cancel);
    });
  }

  const write = (bytes: Uint8Array) => inTime(program.write(bytes));
  const close = () => {
    isOpen = false;
    program.close();
  };

  return {
    /** Whether the shell can answer another request. */
    get isOpen(): boolean {
      return isOpen;
    },
    ask: (request: Request, path: string, bytes = 0) => write(Buffer.from(`${request} ${bytes} ${path}\n`)),
    /** Reads the next line of the response. Before the response, the shell may read a file of this size. */
    line: (work?: number) => inTime(readLine(), work),
    /** Reads this number of bytes of the response. */
    async *bytes(count: number): AsyncGenerator<Uint8Array> {
      for (let left = count; left > 0; ) {
        if (rest.length === 0) await inTime(more());
        const piece = rest.subarray(0, left);
        rest = rest.subarray(piece.length);
        left -= piece.length;
        yield piece;
      }
    },
    /**
     * Sends the content of the file that the shell writes, and returns the line of the response. If the content has another size than
     * announced, returns undefined and closes the shell.
     */
    async send(content: Content, bytes: number): Promise<string | undefined> {
      // A shell that fails does not read the rest of the content, so its response is read meanwhile.
      const response = readLine();
      const reason = response.then(
        () => undefined,
        (error: unknown) => error,
      );
      let left = bytes;
      for await (const piece of content) {
        left -= piece.length;
        if (left < 0) break;
        await write(piece).catch(async (error) => {
          throw (await inTime(reason)) ?? error;
        });
      }
      if (left === 0) return inTime(response, bytes);
      close();
      return undefined;
    },
    close,
  };
}

const LINE_BREAK = 10;
