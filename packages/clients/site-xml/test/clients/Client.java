import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import javax.xml.stream.Location;
import javax.xml.stream.XMLStreamException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.StorageUnit;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;

/**
 * Says what the file system's own configuration class reads. Requests come on standard input, each a length and that many bytes;
 * answers go to standard output in the same form. The first byte of a request says what is asked:
 * 'h' the environment, system properties and deprecated keys; 'd' documents that are loaded in order, and names to look up;
 * 't' a value, which every typed reader gets; 'f' a file of the class path.
 */
public final class Client {
  private static final String NAME = "a.name";

  public static void main(String[] arguments) throws Exception {
    HdfsConfiguration.init();
    DataInputStream in = new DataInputStream(new BufferedInputStream(System.in, 1 << 16));
    DataOutputStream out = new DataOutputStream(new java.io.BufferedOutputStream(System.out, 1 << 16));
    for (;;) {
      int length;
      try {
        if (in.available() == 0) out.flush();
        length = in.readInt();
      } catch (EOFException end) {
        break;
      }
      byte[] request = new byte[length];
      in.readFully(request);
      byte[] answer = answer(request).getBytes(StandardCharsets.UTF_8);
      out.writeInt(answer.length);
      out.write(answer);
    }
    out.flush();
  }

  private static String answer(byte[] request) throws Exception {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(request));
    switch (in.readByte()) {
      case 'h':
        return surroundings();
      case 'd':
        return documents(in);
      case 't':
        return typed(bytes(in));
      case 'f':
        return file(text(bytes(in)));
      default:
        throw new IllegalArgumentException("unknown request");
    }
  }

  private static String documents(DataInputStream in) throws Exception {
    int count = in.readInt();
    Configuration conf = new Configuration(false);
    for (int index = 0; index < count; index++) conf.addResource(new ByteArrayInputStream(bytes(in)), "document");
    int names = in.readInt();
    List<String> lookups = new ArrayList<>();
    for (int index = 0; index < names; index++) lookups.add(text(bytes(in)));
    try {
      Map<String, String> raw = new TreeMap<>();
      for (Map.Entry<String, String> entry : conf) raw.put(entry.getKey(), entry.getValue());
      StringBuilder settings = new StringBuilder();
      for (Map.Entry<String, String> entry : raw.entrySet()) {
        if (settings.length() > 0) settings.append(',');
        String[] sources = conf.getPropertySources(entry.getKey());
        settings
          .append('[').append(quoted(entry.getKey()))
          .append(',').append(quoted(entry.getValue()))
          .append(',').append(attempt(() -> quoted(conf.substituteCommonVariables(entry.getValue()))))
          .append(',').append(sources == null ? "null" : list(Arrays.asList(sources).subList(0, sources.length - 1)))
          .append(']');
      }
      List<String> found = new ArrayList<>();
      for (String name : lookups) found.add(attempt(() -> quoted(conf.get(name))));
      String defaultFileSystem = attempt(() -> {
        java.net.URI uri = FileSystem.getDefaultUri(conf);
        return "[" + quoted(uri.getScheme()) + "," + quoted(uri.getAuthority()) + "]";
      });
      return "{\"settings\":[" + settings + "],\"finals\":" + list(new TreeSet<>(conf.getFinalParameters()))
        + ",\"found\":[" + String.join(",", found) + "],\"defaultFileSystem\":" + defaultFileSystem + "}";
    } catch (RuntimeException refused) {
      Location place = placeOf(refused);
      Throwable cause = refused.getCause() == null ? refused : refused.getCause();
      return "{\"refused\":" + quoted(String.valueOf(cause.getMessage()))
        + ",\"line\":" + (place == null ? 0 : place.getLineNumber())
        + ",\"column\":" + (place == null ? 0 : place.getColumnNumber()) + "}";
    }
  }

  private static Location placeOf(Throwable thrown) {
    for (Throwable each = thrown; each != null; each = each.getCause()) {
      if (each instanceof XMLStreamException) return ((XMLStreamException) each).getLocation();
    }
    return null;
  }

  private static String typed(byte[] value) {
    Configuration conf = new Configuration(false);
    conf.set(NAME, text(value));
    Map<String, String> answers = new TreeMap<>();
    answers.put("integer", attempt(() -> quoted(Long.toString(conf.getLong(NAME, 0)))));
    answers.put("int", attempt(() -> quoted(Integer.toString(conf.getInt(NAME, 0)))));
    answers.put("integers", attempt(() -> numbers(conf.getInts(NAME))));
    answers.put("number", attempt(() -> quoted(Double.toString(conf.getDouble(NAME, 0)))));
    answers.put("boolean", attempt(() -> {
      boolean yes = conf.getBoolean(NAME, true);
      return yes == conf.getBoolean(NAME, false) ? Boolean.toString(yes) : "null";
    }));
    answers.put("size", attempt(() -> quoted(Long.toString(conf.getLongBytes(NAME, 0)))));
    answers.put("storage", attempt(() -> {
      double first = conf.getStorageSize(NAME, 1, StorageUnit.BYTES);
      return first != conf.getStorageSize(NAME, 2, StorageUnit.BYTES) ? "null" : quoted(Double.toString(first));
    }));
    for (TimeUnit unit : TimeUnit.values()) {
      answers.put("duration " + unit.name(), attempt(() -> quoted(Long.toString(conf.getTimeDuration(NAME, 0, unit)))));
    }
    answers.put("range", attempt(() -> quoted(conf.getRange(NAME, "").toString())));
    answers.put("pattern", attempt(() -> {
      Pattern none = Pattern.compile("none");
      Pattern found = conf.getPattern(NAME, none);
      return found == none ? "null" : quoted(found.pattern());
    }));
    answers.put("list", attempt(() -> list(Arrays.asList(conf.getTrimmedStrings(NAME)))));
    answers.put("class", attempt(() -> quoted(conf.getClass(NAME, null).getName())));
    StringBuilder all = new StringBuilder();
    for (Map.Entry<String, String> answer : answers.entrySet()) {
      all.append(all.length() == 0 ? "{" : ",").append(quoted(answer.getKey())).append(':').append(answer.getValue());
    }
    return all + "}";
  }

  private static String file(String name) throws IOException {
    try (InputStream in = Client.class.getClassLoader().getResourceAsStream(name)) {
      if (in == null) return "null";
      ByteArrayOutputStream copy = new ByteArrayOutputStream();
      in.transferTo(copy);
      return quoted(text(copy.toByteArray()));
    }
  }

  /** The table of deprecated keys is private to the class, so it is looked at where it lies. */
  private static String surroundings() throws Exception {
    Field context = Configuration.class.getDeclaredField("deprecationContext");
    context.setAccessible(true);
    Object current = ((java.util.concurrent.atomic.AtomicReference<?>) context.get(null)).get();
    Field map = current.getClass().getDeclaredField("deprecatedKeyMap");
    map.setAccessible(true);
    Map<String, String> keys = new TreeMap<>();
    for (Map.Entry<?, ?> entry : ((Map<?, ?>) map.get(current)).entrySet()) {
      Field fresh = entry.getValue().getClass().getDeclaredField("newKeys");
      fresh.setAccessible(true);
      keys.put(entry.getKey().toString(), list(Arrays.asList((String[]) fresh.get(entry.getValue()))));
    }
    StringBuilder deprecated = new StringBuilder();
    for (Map.Entry<String, String> key : keys.entrySet()) {
      deprecated.append(deprecated.length() == 0 ? "" : ",").append(quoted(key.getKey())).append(':').append(key.getValue());
    }
    Map<String, String> properties = new TreeMap<>();
    for (String name : System.getProperties().stringPropertyNames()) properties.put(name, System.getProperty(name));
    return "{\"environment\":" + object(System.getenv()) + ",\"systemProperties\":" + object(properties)
      + ",\"deprecated\":{" + deprecated + "},\"version\":" + quoted(org.apache.hadoop.util.VersionInfo.getVersion()) + "}";
  }

  /** What a reader gives, or an object that says why it refuses. */
  private static String attempt(Callable<String> read) {
    try {
      return read.call();
    } catch (Exception | LinkageError | StackOverflowError refused) {
      return "{\"refused\":" + quoted(refused.getClass().getSimpleName() + ": " + refused.getMessage()) + "}";
    }
  }

  private static byte[] bytes(DataInputStream in) throws IOException {
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    return bytes;
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static String numbers(int[] numbers) {
    return Arrays.toString(numbers);
  }

  private static String list(Iterable<String> items) {
    StringBuilder all = new StringBuilder("[");
    for (String item : items) all.append(all.length() == 1 ? "" : ",").append(quoted(item));
    return all.append(']').toString();
  }

  private static String object(Map<String, String> members) {
    StringBuilder all = new StringBuilder("{");
    for (Map.Entry<String, String> member : members.entrySet()) {
      all.append(all.length() == 1 ? "" : ",").append(quoted(member.getKey())).append(':').append(quoted(member.getValue()));
    }
    return all.append('}').toString();
  }

  private static String quoted(String text) {
    if (text == null) return "null";
    StringBuilder all = new StringBuilder("\"");
    for (int at = 0; at < text.length(); at++) {
      char unit = text.charAt(at);
      if (unit == '"' || unit == '\\') all.append('\\').append(unit);
      else if (unit < 0x20 || unit > 0x7e) all.append(String.format("\\u%04x", (int) unit));
      else all.append(unit);
    }
    return all.append('"').toString();
  }
}
