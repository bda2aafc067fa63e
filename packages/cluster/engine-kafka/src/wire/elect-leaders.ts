import type { API, Reader } from "@platformatic/kafka";
import { protocol } from "./protocol.ts";

export interface PartitionsOfTopic {
  readonly name: string;
  readonly partitions: readonly number[];
}

export interface ElectionAnswer {
  readonly errorCode: number;
  readonly results: readonly { readonly topic: string; readonly partition: number; readonly errorCode: number }[];
}

const KEY = 43;
const VERSION = 2;

/** The request that elects preferred leaders, which the protocol's library lacks. */
export async function electLeadersV2(): Promise<API<[topics: readonly PartitionsOfTopic[], timeout: number], ElectionAnswer>> {
  const { createAPI, Writer } = await protocol();
  const request = (topics: readonly PartitionsOfTopic[], timeout: number) =>
    Writer.create()
      .appendInt8(0)
      .appendArray([...topics], (writer, { name, partitions }) =>
        writer.appendString(name).appendArray([...partitions], (inner, id) => inner.appendInt32(id), true, false),
      )
      .appendInt32(timeout)
      .appendTaggedFields();
  return createAPI(KEY, VERSION, request, (_correlation, _key, _version, reader) => answerIn(reader));
}

function answerIn(reader: Reader): ElectionAnswer {
  reader.readInt32();
  const errorCode = reader.readInt16();
  const results = reader.readArray((inner) => {
    const topic = inner.readString();
    return inner.readArray((each) => {
      const result = { topic, partition: each.readInt32(), errorCode: each.readInt16() };
      each.readNullableString();
      return result;
    });
  });
  reader.readTaggedFields();
  return { errorCode, results: results.flat() };
}
