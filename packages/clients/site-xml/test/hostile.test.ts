import { describeHostile } from "./hostile.ts";

describeHostile(100_000, 10);
