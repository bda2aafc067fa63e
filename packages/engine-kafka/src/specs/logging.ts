/** One line an event, errors with their causes' words instead of stack traces: what stands there last is what people read first when a node dies. */
export const LOGGING = `status=error
appender.console.type=Console
appender.console.name=console
appender.console.layout.type=PatternLayout
appender.console.layout.pattern=[%d] %p %m%notEmpty{: %throwable{short.message}} (%c)%n
rootLogger.level=WARN
rootLogger.appenderRef.console.ref=console
`;
