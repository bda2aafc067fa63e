/**
 * The configuration file of the Jolokia agent. The agent can control the whole node, so each node has a password of its own, in a file that
 * only the task's user can read.
 */
export const AGENT_FILE = `host={{MESOS_CONTAINER_IP}}
port={{AGENT_PORT}}
user=reeve
password={{AGENT_PASSWORD}}
discoveryEnabled=false
threadNr=4
`;

export const AGENT_USER = "reeve";
