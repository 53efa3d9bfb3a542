/** A row that was refused: the line in which it begins, from 1, and why, in the words of the reader. */
export interface RefusedRow {
  readonly line: number
  readonly says: string
}

/** A row of more lines than this has a quote that is never closed. */
const mostLines = 200

/**
 * The rows that were refused, as a table of their own that is given again once it is mended: the head of the table, then each row as it
 * stands in the file, with the reason behind it under `heading`.
 */
export function refusedTable(text: string, refused: readonly RefusedRow[], heading: string): string {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n?|\n/)
  const head = lines.findIndex(isHead)
  if (head < 0) return ''
  const headRow = rowFrom(lines, head)
  const separator = separatorOf(headRow)
  const rows = refused.toSorted((one, other) => one.line - other.line)
  return [
    `${headRow}${separator}${quoted(heading)}`,
    ...rows.map(({ line, says }) => `${rowFrom(lines, line - 1)}${separator}${quoted(says)}`),
    '',
  ].join('\r\n')
}

/** Spreadsheets say their separator in a line before the head. */
function isHead(line: string): boolean {
  return line.trim() !== '' && !/^sep=.$/i.test(line)
}

/** The row that begins in this line: a quoted cell may hold ends of lines. */
function rowFrom(lines: readonly string[], begin: number): string {
  let row = lines[begin] ?? ''
  for (let at = begin + 1; isOpen(row) && at < Math.min(lines.length, begin + mostLines); at += 1)
    row += `\n${lines[at] ?? ''}`
  return isOpen(row) ? (lines[begin] ?? '') : row
}

/** Whether a quote in it is not closed. */
function isOpen(row: string): boolean {
  return (row.match(/"/g)?.length ?? 0) % 2 === 1
}

/** The sign that parts most cells of the head. */
function separatorOf(head: string): string {
  const bare = head.replaceAll(/"[^"]*"/g, '')
  const counts = [',', ';', '\t', '|'].map((sign) => [sign, bare.split(sign).length] as const)
  return counts.toSorted((one, other) => other[1] - one[1])[0]?.[0] ?? ','
}

function quoted(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`
}

/** The text of a file as spreadsheets write it: UTF-8, UTF-16 by its mark, else the letters of Western Windows. */
export function textIn(bytes: Uint8Array): string {
  const mark = (bytes[0] ?? 0) * 256 + (bytes[1] ?? 0)
  if (mark === 0xff_fe) return new TextDecoder('utf-16le').decode(bytes)
  if (mark === 0xfe_ff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes) // It throws when it is no UTF-8.
  }
}
