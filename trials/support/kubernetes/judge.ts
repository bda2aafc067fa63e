const RECORDS = 1000;

/** Writes and reads records with Kafka's own tools in a pod of the cluster. Throws an error unless all records are read. */
export function judge(
  namespace: string,
  image: string,
  bootstrap: readonly string[],
  kubectl: (...args: readonly string[]) => string,
): string {
  const server = `--bootstrap-server ${bootstrap.join(",")} --topic judged-${Date.now()}`;
  const java = '"$JAVA" -Dlog4j2.level=OFF org.apache.kafka.tools';
  const script = [
    "set -e",
    `${java}.TopicCommand ${server} --create --partitions 6 --replication-factor 3`,
    `seq 1 ${RECORDS} | ${java}.ConsoleProducer ${server} --command-property acks=all`,
    `${java}.consumer.ConsoleConsumer ${server} --from-beginning --max-messages ${RECORDS} --timeout-ms 60000 > /tmp/read`,
    `echo "$(sort -n /tmp/read | uniq | wc -l) of ${RECORDS} records read"`,
  ].join("\n");
  const inNamespace = ["-n", namespace];
  kubectl(...inNamespace, "run", "judge", "--image", image, "--restart=Never", "--command", "--", "/bin/sh", "-c", script);
  try {
    kubectl(...inNamespace, "wait", "pod/judge", "--for=jsonpath={.status.phase}=Succeeded", "--timeout=180s");
    const output = kubectl(...inNamespace, "logs", "judge").trim();
    if (!output.endsWith(`${RECORDS} of ${RECORDS} records read`)) throw new Error(output);
    return output;
  } catch (error) {
    throw new Error(`Kafka's own tools: ${kubectl(...inNamespace, "logs", "judge")}`, { cause: error });
  } finally {
    kubectl(...inNamespace, "delete", "pod", "judge");
  }
}
