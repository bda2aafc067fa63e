/**
 * Each event is logged as one line, with its causes but without a stack trace, because users see the last lines of a dead node's log as the
 * reason of its end.
 */
export const KAFKA_LOGGING = `status=error
appender.console.type=Console
appender.console.name=console
appender.console.layout.type=PatternLayout
appender.console.layout.pattern=[%d] %p %m%notEmpty{: %throwable{short.message}} (%c)%n
rootLogger.level=WARN
rootLogger.appenderRef.console.ref=console
`;
