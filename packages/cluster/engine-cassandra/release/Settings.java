import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.cassandra.config.Config;

/** Prints the settings that a node defines: name, type, and the accepted words where the type has some, a line each. */
public class Settings {
  public static void main(String[] args) {
    TreeMap<String, Field> fields = new TreeMap<>();
    for (Field field : Config.class.getFields()) {
      int modifiers = field.getModifiers();
      if (Modifier.isStatic(modifiers) || Modifier.isTransient(modifiers) || field.isAnnotationPresent(Deprecated.class)) continue;
      fields.put(field.getName(), field);
    }
    for (Field field : fields.values()) {
      Class<?> type = field.getType();
      String words = type.isEnum()
        ? Arrays.stream(type.getEnumConstants()).map(each -> ((Enum<?>) each).name()).collect(Collectors.joining("|"))
        : "";
      System.out.println(field.getName() + "\t" + type.getSimpleName() + "\t" + words);
    }
  }
}
