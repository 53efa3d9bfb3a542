import { decodeEntities, escapeHtml } from '../../../pure/text/html.ts'
import { readAddress } from '../imports.address.ts'
import type { Field, OwnField } from './csv.headers.ts'
import type { Row } from './csv.rows.ts'
import type { Table } from './csv.table.ts'

/** The cells of a row by their fields. */
export interface RowCells {
  /** The text of a cell; empty if there is none. */
  readonly cell: (field: Field | OwnField) => string
  /** Whether the table has the column. */
  readonly has: (field: Field | OwnField) => boolean
  /** A name or title in plain text, of which tables of programs on the web have the HTML: `Rock &amp; Roll`. */
  readonly name: (text: string) => string
  /** Names, one after the other, between semicolons, bars, commas or lines. */
  readonly list: (text: string) => string[]
  /** The table is one of ours, whose texts are plain. */
  readonly isOwn: boolean
  /** Cells that a spreadsheet could not compute: their fields and texts. */
  readonly broken: readonly (readonly [Field | OwnField, string])[]
}

/** The cells of a row. */
export function cellsOf({ cells }: Row, { columns, isOwn }: Pick<Table, 'columns' | 'isOwn'>): RowCells {
  const cell = (field: Field | OwnField) => {
    const text = textOf(cells[columns.get(field) ?? -1] ?? '')
    return failed.test(text) ? '' : text
  }
  const name = (text: string) => (isOwn ? text : decodeEntities(text))
  return {
    cell,
    has: (field) => columns.has(field),
    name,
    list: (text) =>
      name(text)
        .split(/[;|,\n]/)
        .map((each) => each.trim())
        .filter((each) => each !== ''),
    isOwn,
    broken: [...columns].flatMap(([field, index]) => {
      const text = textOf(cells[index] ?? '')
      return failed.test(text) ? [[field, text] as const] : []
    }),
  }
}

/** What spreadsheets write for what they could not compute. */
const failed = /^#(?:REF!|VALUE!|N\/A|NAME\?|DIV\/0!|NULL!|NUM!|BEZUG!|WERT!|NV)$/

/**
 * The text of a cell without the apostrophe that our tables put before possible formulas (see `text/csv.ts`), and without what
 * keeps a text from becoming a number: `="007"`.
 */
function textOf(cell: string): string {
  const text = trimmed(cell)
  const [, kept] = /^="((?:[^"]|"")*)"$/.exec(text) ?? []
  if (kept !== undefined) return trimmed(kept.replaceAll('""', '"'))
  return text.replace(/^'(?='*[=+\-@\t\r\n＝＋－＠])/, '')
}

/** The text without blanks and line ends around it; characters of other languages that separate words stay (D58). */
function trimmed(text: string): string {
  return text.replace(/^[ \t\r\n]+/, '').replace(/(?<![ \t\r\n])[ \t\r\n]+$/, '')
}

/** A text that may be HTML: as it is where it has tags or references; else escaped, so that it stays what it is. */
export function htmlOf(text: string, { isOwn }: Pick<RowCells, 'isOwn'>): string {
  // A tag contains no `<`, so that an unclosed one is not searched to the end of the text.
  const isHtml = !isOwn && /<\/?[a-z][^<>]*>|&(?:#\d+|#x[\da-f]+|[a-z]+\d*);/i.test(text)
  return isHtml ? text : escapeHtml(text)
}

/** A web address, which people write without its beginning; other texts as they are. */
export function webAddress(text: string): string {
  return readAddress(text) ?? text.trim()
}
