/**
 * Shortens a message of Kubernetes to its first clause, such as `0/3 nodes are available: 3 Insufficient memory`, without the details about
 * preemption.
 */
export function firstClause(message: string): string {
  return (message.split(/\. (?=[^.]*\bpreemption: )/)[0] ?? message).replace(/\.$/, "").slice(0, 500);
}
