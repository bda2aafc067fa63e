/** One line for each event, and causes instead of stack traces, because the last lines are shown as the reason when a node dies. */
export const LOGGING = `status=error
appender.console.type=Console
appender.console.name=console
appender.console.layout.type=PatternLayout
appender.console.layout.pattern=[%d] %p %m%notEmpty{: %throwable{short.message}} (%c)%n
rootLogger.level=WARN
rootLogger.appenderRef.console.ref=console
`;
