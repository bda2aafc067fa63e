/**
 * A logging configuration with one line for each event, including its causes but no stack trace. The last lines of a dead node are shown as
 * the reason of its failure.
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
