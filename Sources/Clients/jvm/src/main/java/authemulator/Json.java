package authemulator;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON as maps, lists, strings, longs, doubles, booleans and null. */
final class Json {
  private final String text;
  private int at;

  private Json(String text) {
    this.text = text;
  }

  /** Returns the value of a text; throws IllegalArgumentException if it is not JSON. */
  static Object read(String text) {
    Json json = new Json(text);
    Object value = json.value();
    json.skipSpace();
    if (json.at < text.length()) throw json.unexpected();
    return value;
  }

  /** Returns the members whose values are not null, of names and values in turn. */
  static Map<String, Object> members(Object... namesAndValues) {
    Map<String, Object> members = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      if (namesAndValues[i + 1] != null) members.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return members;
  }

  static String write(Object value) {
    StringBuilder out = new StringBuilder();
    write(value, out);
    return out.toString();
  }

  private static void write(Object value, StringBuilder out) {
    if (value instanceof Map<?, ?>) {
      String separator = "{";
      for (Map.Entry<?, ?> member : ((Map<?, ?>) value).entrySet()) {
        quote(member.getKey().toString(), out.append(separator));
        write(member.getValue(), out.append(':'));
        separator = ",";
      }
      out.append(separator.equals("{") ? "{}" : "}");
    } else if (value instanceof Iterable<?>) {
      String separator = "[";
      for (Object element : (Iterable<?>) value) {
        write(element, out.append(separator));
        separator = ",";
      }
      out.append(separator.equals("[") ? "[]" : "]");
    } else if (value == null || value instanceof Number || value instanceof Boolean) {
      out.append(value);
    } else {
      quote(value.toString(), out);
    }
  }

  private static void quote(String text, StringBuilder out) {
    out.append('"');
    for (char unit : text.toCharArray()) {
      if (unit == '"' || unit == '\\') out.append('\\').append(unit);
      else if (unit < ' ') out.append(String.format("\\u%04x", (int) unit));
      else out.append(unit);
    }
    out.append('"');
  }

  private Object value() {
    skipSpace();
    if (accept("{")) {
      Map<String, Object> members = new LinkedHashMap<>();
      for (boolean more = !accept("}"); more; more = !ends("}")) {
        skipSpace();
        expect("\"");
        String name = string();
        expect(":");
        members.put(name, value());
      }
      return members;
    }
    if (accept("[")) {
      List<Object> elements = new ArrayList<>();
      for (boolean more = !accept("]"); more; more = !ends("]")) elements.add(value());
      return elements;
    }
    if (accept("\"")) return string();
    if (accept("true")) return true;
    if (accept("false")) return false;
    if (accept("null")) return null;
    int start = at;
    while (at < text.length() && "+-.0123456789Ee".indexOf(text.charAt(at)) >= 0) at++;
    String number = text.substring(start, at);
    if (number.matches("-?\\d{1,18}")) return Long.valueOf(number);
    try {
      return Double.valueOf(number);
    } catch (NumberFormatException error) {
      throw unexpected();
    }
  }

  private String string() {
    StringBuilder out = new StringBuilder();
    while (!accept("\"")) {
      char unit = next();
      if (unit == '\\') {
        unit = next();
        int escape = "nrtbf".indexOf(unit);
        if (escape >= 0) unit = "\n\r\t\b\f".charAt(escape);
        if (unit == 'u') unit = (char) (hex() << 12 | hex() << 8 | hex() << 4 | hex());
      }
      out.append(unit);
    }
    return out.toString();
  }

  private int hex() {
    int digit = Character.digit(next(), 16);
    if (digit < 0) throw unexpected();
    return digit;
  }

  private char next() {
    if (at == text.length()) throw unexpected();
    return text.charAt(at++);
  }

  private boolean ends(String end) {
    skipSpace();
    if (accept(end)) return true;
    expect(",");
    return false;
  }

  private void expect(String token) {
    skipSpace();
    if (!accept(token)) throw unexpected();
  }

  private boolean accept(String token) {
    if (token.equals("}") || token.equals("]")) skipSpace();
    boolean found = text.startsWith(token, at);
    if (found) at += token.length();
    return found;
  }

  private void skipSpace() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
  }

  private IllegalArgumentException unexpected() {
    return new IllegalArgumentException("The text is not JSON at character " + at + ".");
  }
}
