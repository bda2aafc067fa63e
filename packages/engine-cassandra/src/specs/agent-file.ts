/**
 * The settings of the agent, which gives access to JMX over HTTP. The agent controls the node completely, so each node has its own
 * password, in a file that only the task's user can read.
 */
export const AGENT_FILE = `host={{MESOS_CONTAINER_IP}}
port={{AGENT_PORT}}
user=reeve
password={{AGENT_PASSWORD}}
discoveryEnabled=false
threadNr=4
`;

export const AGENT_USER = "reeve";
