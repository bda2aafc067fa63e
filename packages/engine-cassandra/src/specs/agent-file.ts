/**
 * The settings of the agent that answers JMX over HTTP. It gives full control of a node, so it has a password for each node, in a file that
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
