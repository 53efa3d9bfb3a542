/**
 * The text as a terminal may be given it, lines and all: control characters become blanks, as in what others have written they would
 * move its cursor, name its window, or worse.
 */
export function forTerminal(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n]+/gu, ' ')
}
