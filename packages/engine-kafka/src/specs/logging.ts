/**
 * Each event is logged as one line, with its causes but without a stack trace: when a node has died, the last lines of its log are shown as
 * the reason.
 */
export const LOGGING = `status=error
appender.console.type=Console
appender.console.name=console
appender.console.layout.type=PatternLayout
appender.console.layout.pattern=[%d] %p %m%notEmpty{: %throwable{short.message}} (%c)%n
rootLogger.level=WARN
rootLogger.appenderRef.console.ref=console
`;
