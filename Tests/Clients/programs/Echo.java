package authemulator;

import java.nio.charset.StandardCharsets;
import java.util.Scanner;

class Echo {
  public static void main(String[] arguments) {
    Scanner lines = new Scanner(System.in, StandardCharsets.UTF_8);
    while (lines.hasNextLine()) {
      try {
        System.out.println(Json.write(Json.read(lines.nextLine())));
      } catch (IllegalArgumentException error) {
        System.out.println(error.getMessage());
      }
    }
  }
}
