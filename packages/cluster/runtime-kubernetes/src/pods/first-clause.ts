/**
 * Shortens a message of Kubernetes to its first clause, such as `0/3 nodes are available: 3 Insufficient memory`, without the details about
 * preemption, of which sometimes only `not found` is left.
 */
export function firstClause(message: string): string {
  return (message.split(/\. (?=[^.]*\bpreemption: |not found$)/)[0] ?? message).replace(/\.$/, "").slice(0, 500);
}
