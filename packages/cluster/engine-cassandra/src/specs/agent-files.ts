import { BEANS, type Bean } from "../agent/beans.ts";

/** The parts of the Jolokia agent that are used. Others would serve notifications and forward requests to other processes. */
const PARTS = "org.jolokia.service.serializer.JolokiaSerializer,org.jolokia.service.jmx.LocalRequestHandler";

/** The agent's configuration. Its certificate and key are made for one launch of the node. */
const PROPERTIES = `host={{MESOS_CONTAINER_IP}}
port={{AGENT_PORT}}
protocol=https
serverCert=etc/agent.crt
serverKey=etc/agent.key
serverKeyAlgorithm=EC
policyLocation=file:etc/agent-access.xml
enabledServices=${PARTS}
discoveryEnabled=false
executor=fixed
threadNr=16
`;

/**
 * What the agent allows. A request has to name the launch's secret as its origin: the agent checks the origin on all of its paths, but a
 * password or a client certificate not on `/jolokia/config`, which takes the same requests.
 */
const ACCESS = `<restrict>
  <cors><allow-origin>{{AGENT_SECRET}}</allow-origin><strict-checking/></cors>
  <http><method>post</method></http>
  <commands/>
  <allow>
${BEANS.map(allowed).join("")}  </allow>
</restrict>
`;

function allowed({ name, attributes, operations }: Bean): string {
  const lines = [
    `<name>${name}</name>`,
    ...attributes.map((attribute) => `<attribute mode="read">${attribute}</attribute>`),
    ...operations.map((operation) => `<operation>${operation}</operation>`),
  ];
  return `    <mbean>\n${lines.map((line) => `      ${line}\n`).join("")}    </mbean>\n`;
}

/** The files of the Jolokia agent, through which the service administers a node. */
export const AGENT_FILES = [
  { name: "agent", "relative-path": "etc/agent.properties", "template-content": PROPERTIES },
  { name: "agent-access", "relative-path": "etc/agent-access.xml", "template-content": ACCESS },
  { name: "agent-certificate", "relative-path": "etc/agent.crt", "template-content": "{{AGENT_CERTIFICATE}}" },
  { name: "agent-key", "relative-path": "etc/agent.key", "template-content": "{{AGENT_KEY}}" },
] as const;
