/** The shapes of documents. Each shape has a beginning, a piece that is repeated up to the length, and an end. */
export const SHAPES: Readonly<Record<string, (length: number) => string>> = {
  "ordinary properties": inRoot(
    (index) =>
      `  <property>\n    <name>dfs.example.setting.${index}</name>\n    <value>node-${index}.example:9000</value>\n  </property>\n`,
  ),
  "short properties": inRoot((index) => `<property name="${index.toString(36)}" value=""/>`),
  "properties with the same name": inRoot(() => '<property name="a" value="1"/>'),
  "final properties without a value": inRoot((index) => `<property name="${index.toString(36)}" final="true"/>`),
  "final properties with empty values": inRoot((index) => `<property name="${index.toString(36)}" value="" final="true"/>`),
  "properties with only a name attribute": inRoot((index) => `<property name="${index.toString(36)}"/>`),
  "properties with only a name element": inRoot((index) => `<property><name>${index.toString(36)}</name></property>`),
  "names with references": inRoot((index) => `<property name="&#97;${index.toString(36)}" value=""/>`),
  "values with references": inRoot((index) => `<property name="${index.toString(36)}" value="&gt;${index}"/>`),
  "properties with a description": inRoot((index) => `<property name="${index.toString(36)}" description="${index}"/>`),
  "properties with a tag attribute": inRoot((index) => `<property name="${index.toString(36)}" value="" tag=""/>`),
  "nested properties": inRoot((index) => `<property name="${index.toString(36)}"><property name="b${index.toString(36)}"/></property>`),
  "empty properties": inRoot(() => "<property/>"),
  "deprecated names": inRoot(() => '<property name="dfs.data.dir" value="1"/>'),
  "properties with sources": inRoot(() => "<property name='a'><source>1</source><source>2</source></property>"),
  "unknown elements": inRoot(() => "<a/>"),
  "undeclared prefixes": inRoot(() => "<a:a/>"),
  "namespace declarations": inRoot((index) => `<a xmlns:b${index}=''/>`),
  "a property with many values": (length) =>
    `<configuration><property><name>a</name>${"<value>1</value>".repeat(length / 16)}</property></configuration>`,
  "a value interrupted by comments": (length) =>
    `<configuration><property><name>a</name><value>${"x<!---->".repeat(length / 8)}</value></property></configuration>`,
  "a value of entity references": (length) =>
    `<configuration><property><name>a</name><value>${"&lt;".repeat(length / 4)}</value></property></configuration>`,
  "tabs between elements": (length) => `<configuration>${"\t".repeat(length)}</configuration>`,
  "tabs in an attribute": (length) => `<configuration a="${"\t".repeat(length)}"/>`,
  "tabs inside a start tag": (length) => `<configuration${"\t".repeat(length)}/>`,
  "line ends": inRoot(() => "\r\n"),
  comments: inRoot(() => "<!---->"),
  "processing instructions": inRoot(() => "<?a?>"),
  "CDATA sections": inRoot(() => "<![CDATA[]]>"),
  "a value that is not ASCII": (length) =>
    `<configuration><property><name>a</name><value>${"\u540d".repeat(length / 3)}</value></property></configuration>`,
  "an element with a long name": (length) => `<configuration><${"a".repeat(length)}/></configuration>`,
};

function inRoot(piece: (index: number) => string): (length: number) => string {
  return (length) => {
    const pieces = ["<configuration>"];
    for (let size = 0, index = 0; size < length; index++) {
      const next = piece(index);
      pieces.push(next);
      size += next.length;
    }
    return `${pieces.join("")}</configuration>`;
  };
}
