import { brokerApi } from "@reeve/broker-models";
import type { AnyApi } from "@reeve/contract";
import { fileSystemApi } from "@reeve/file-system-models";
import { wideColumnApi } from "@reeve/wide-column-models";

export const apis: readonly AnyApi[] = [brokerApi, wideColumnApi, fileSystemApi];
