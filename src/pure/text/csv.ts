/** Without it spreadsheets read UTF-8 as the code page of the machine. */
export const byteOrderMark = '\u{FEFF}'

/**
 * Spreadsheets take a text for a formula that begins like one, full-width too; an apostrophe before it makes it a text
 * again (OWASP, “CSV Injection”). One more goes before such apostrophes of the text itself, so that it can be read back. A NUL
 * ends the table for some.
 */
export function defused(text: string): string {
  const written = text.toWellFormed().replaceAll('\0', '')
  return /^'*[=+\-@\t\r\n＝＋－＠]/.test(written) ? `'${written}` : written
}

/** Every text is quoted: a separator of any country within it separates nothing (RFC 4180, 2.5 to 2.7). */
export function quoted(text: string): string {
  return text === '' ? '' : `"${text.replaceAll('"', '""')}"`
}

/** A cell with quotes only where it needs them; numbers are written as they are, and no text is taken for a formula. */
function cell(value: string | number): string {
  const text = typeof value === 'string' ? defused(value) : String(value)
  return /[";,\r\n]|^\s|\s$/.test(text) ? quoted(text) : text
}

/** A small table for people who work on in a spreadsheet: UTF-8 after a byte order mark, lines end with CRLF (RFC 4180). */
export function tableText(rows: readonly (readonly (string | number)[])[]): string {
  return byteOrderMark + rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}
