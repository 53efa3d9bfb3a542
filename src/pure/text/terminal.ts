/**
 * The text made safe for a terminal: control characters except line breaks become blanks, as in a text of others they could
 * move the cursor, rename the window, or worse.
 */
export function forTerminal(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n]+/gu, ' ')
}
