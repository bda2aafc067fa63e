/**
 * Each event is logged as one line, with its causes but without a stack trace, because users see the last lines of a dead node's log as the
 * reason of its end.
 */
export const LOGGING = `<configuration>
  <appender name="console" class="ch.qos.logback.core.ConsoleAppender">
    <encoder><pattern>[%d{ISO8601}] %p %m%n%ex{short}</pattern></encoder>
  </appender>
  <!-- Advice for the machine of a large cluster. -->
  <logger name="org.apache.cassandra.service.StartupChecks" level="ERROR"/>
  <root level="WARN"><appender-ref ref="console"/></root>
</configuration>
`;
