import java.util.TreeMap;
import org.apache.kafka.common.config.ConfigDef;

/** Prints the settings that the broker itself defines: name, type, and what it accepts, a line each. */
public class Settings {
  public static void main(String[] args) throws Exception {
    ConfigDef definition = (ConfigDef) Class.forName("kafka.server.KafkaConfig").getMethod("configDef").invoke(null);
    for (ConfigDef.ConfigKey key : new TreeMap<>(definition.configKeys()).values()) {
      String accepts = key.validator instanceof ConfigDef.Range ? key.validator.toString() : "";
      if (key.validator instanceof ConfigDef.ValidString) accepts = key.validator.toString();
      if (key.validator instanceof ConfigDef.ValidList) accepts = key.validator.toString();
      if (!key.internalConfig) System.out.println(key.name + "\t" + key.type + "\t" + accepts);
    }
  }
}
