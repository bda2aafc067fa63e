import type { API, Reader } from "@platformatic/kafka";
import type { Protocol } from "./protocol.ts";

type Topics = readonly { readonly name: string; readonly partitions: readonly number[] }[];

const KEY = 43;
const VERSION = 2;

/** Elects preferred leaders, which the library cannot. Errors of single partitions are not read: the next poll shows their leaders. */
export function electLeadersV2({ createAPI, Writer }: Protocol) {
  const request = (topics: Topics, timeout: number) =>
    Writer.create()
      .appendInt8(0)
      .appendArray([...topics], (writer, { name, partitions }) =>
        writer.appendString(name).appendArray([...partitions], (inner, id) => inner.appendInt32(id), true, false),
      )
      .appendInt32(timeout)
      .appendTaggedFields();
  const answer = (_correlation: number, _key: number, _version: number, reader: Reader) => {
    reader.readInt32();
    return { errorCode: reader.readInt16() };
  };
  const api: API<[topics: Topics, timeout: number], ReturnType<typeof answer>> = createAPI(KEY, VERSION, request, answer);
  return { api };
}
