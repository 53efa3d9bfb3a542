// A reader of its own, as no library reads what spreadsheets and people really write (blanks before a quote, `="007"`, a quote
// that is never closed) and stops at limits while it reads: csv-parse took 2 GB and 35 seconds for 19 MB of commas, of which
// this reads the first thousand and looks for the end of the line, in some milliseconds.

/** A row of a table, and the line it begins in, from 1. */
export interface Row {
  readonly line: number
  readonly cells: readonly string[]
  /** Why the row cannot be read, as a sentence. It has no cells then. */
  readonly fault?: string
  /** A quote in it was never closed, and was taken for a letter. */
  readonly hasOpenQuote?: true
}

/** How much of a table is read, so that memory and time stay bounded. */
const mostColumns = 1_000
const longestCell = 250_000
const longestRow = 1_000_000

/**
 * The rows of a table (RFC 4180), one after the other, in linear time; those without anything in them are left out. Lines end
 * with CR, LF or both, and with nothing else. A row that is too long or wide says so instead of its cells.
 */
export function* readRows(text: string, separator: string): Generator<Row, void, undefined> {
  const reader = new RowReader(text, separator)
  for (let row = reader.next(); row; row = reader.next()) {
    if (row.fault !== undefined || row.cells.some((cell) => cell.trim() !== '')) yield row
  }
}

class RowReader {
  readonly #text: string
  readonly #separator: string
  /** What is left out before a quote: blanks, but no separator. */
  readonly #blanks: RegExp
  /** The rest of a cell without quotes. */
  readonly #bare: RegExp
  /** What follows a quote that ends a cell. */
  readonly #ending: RegExp
  #place = 0
  #line = 1
  /** From before this place on, quotes are known not to be closed, beyond the end of a line and within one. */
  #openUntil = 0
  #openInLineUntil = 0
  /** From before this place on, no quote in the line ends a cell. */
  #endlessUntil = 0
  /** The next end of a line, as far as it is known. */
  #nextBreak = -1

  constructor(text: string, separator: string) {
    this.#text = text
    this.#separator = separator
    const blanks = separator === '\t' ? '[ \\u00a0]*' : '[ \\t\\u00a0]*'
    const sign = separator === '|' ? '\\|' : separator
    this.#blanks = new RegExp(blanks, 'y')
    this.#bare = new RegExp(`[^${sign}\\r\\n]*`, 'y')
    this.#ending = new RegExp(`${blanks}(?=[${sign}\\r\\n]|$)`, 'y')
    if (text.startsWith('\ufeff')) this.#place = 1
  }

  /** The next row; undefined at the end. */
  next(): Row | undefined {
    if (this.#place >= this.#text.length) return undefined
    const [line, begin] = [this.#line, this.#place]
    const cells: string[] = []
    let hasOpenQuote = false
    for (;;) {
      const { cell, isOpen } = this.#cell()
      hasOpenQuote ||= isOpen
      cells.push(cell)
      const fault = faultOf(cells, this.#place - begin)
      if (fault !== undefined) {
        this.#skipLine()
        return { line, cells: [], fault }
      }
      if (this.#text[this.#place] !== this.#separator) break
      this.#place += 1
    }
    this.#endLine()
    return { line, cells, ...(hasOpenQuote ? { hasOpenQuote } : {}) }
  }

  /** The cell at the current place, which moves behind it. */
  #cell(): { cell: string; isOpen: boolean } {
    const start = endOf(this.#blanks, this.#text, this.#place)
    // `="007"` keeps a spreadsheet from reading a number.
    const quote = this.#text[start] === '=' ? start + 1 : start
    if (this.#text[quote] !== '"') return { cell: this.#bareCell(), isOpen: false }
    const close = this.#closing(quote + 1)
    if (close === undefined) return { cell: this.#bareCell(), isOpen: true }
    const inside = this.#text.slice(quote + 1, close)
    for (const _ of inside.matchAll(/\r\n?|\n/g)) this.#line += 1
    this.#place = close + 1
    // What stands between the last quote and the separator belongs to the cell, as spreadsheets have it.
    const behind = endOf(this.#ending, this.#text, this.#place)
    const rest = behind > this.#place || this.#isAtEnd() ? '' : this.#bareCell()
    if (behind > this.#place) this.#place = behind
    return { cell: inside.replaceAll('""', '"') + rest, isOpen: false }
  }

  #bareCell(): string {
    const end = endOf(this.#bare, this.#text, this.#place)
    const cell = this.#text.slice(this.#place, end)
    this.#place = end
    return cell
  }

  #isAtEnd(): boolean {
    const next = this.#text[this.#place]
    return next === undefined || next === this.#separator || next === '\r' || next === '\n'
  }

  /**
   * Where the quote that was opened is closed: by one that is not doubled and ends its cell; if there is none in the line, by the
   * first one in it that is not doubled, as spreadsheets have it; if there is none either, by the next one that ends a cell.
   * Undefined when it is never closed. What was looked through in vain is not looked through again, but for the rest of a line.
   */
  #closing(from: number): number | undefined {
    const lineEnd = this.#lineEnd(from)
    if (from < this.#openInLineUntil) return undefined
    const limit = from < this.#openUntil ? lineEnd : Math.min(from + longestCell, this.#text.length)
    let first: number | undefined
    for (let place = this.#text.indexOf('"', from); place >= 0 && place < limit;) {
      if (first !== undefined && (place > lineEnd || from < this.#endlessUntil)) break
      const isDoubled = this.#text[place + 1] === '"'
      if (!isDoubled && this.#ends(place + 1)) return place
      if (!isDoubled && place < lineEnd) first ??= place
      place = this.#text.indexOf('"', place + (isDoubled ? 2 : 1))
    }
    if (first !== undefined) {
      this.#endlessUntil = lineEnd
      return first
    }
    this.#openInLineUntil = lineEnd
    this.#openUntil = Math.max(this.#openUntil, limit)
    return undefined
  }

  /** Whether a cell ends here, after blanks perhaps. */
  #ends(place: number): boolean {
    this.#ending.lastIndex = place
    return this.#ending.test(this.#text)
  }

  #lineEnd(from: number): number {
    if (this.#nextBreak >= from) return this.#nextBreak
    lineBreak.lastIndex = from
    return (this.#nextBreak = lineBreak.exec(this.#text)?.index ?? this.#text.length)
  }

  #skipLine(): void {
    this.#place = this.#lineEnd(this.#place)
    this.#endLine()
  }

  #endLine(): void {
    if (this.#text[this.#place] === '\r' && this.#text[this.#place + 1] === '\n') this.#place += 1
    this.#place += 1
    this.#line += 1
  }
}

const lineBreak = /[\r\n]/g

function faultOf(cells: readonly string[], length: number): string | undefined {
  if (cells.length > mostColumns) return `The row has more than ${mostColumns} cells.`
  if ((cells.at(-1)?.length ?? 0) > longestCell) return `A cell has more than ${longestCell} characters.`
  return length > longestRow ? `The row has more than ${longestRow} characters.` : undefined
}

function endOf(pattern: RegExp, text: string, place: number): number {
  pattern.lastIndex = place
  return pattern.test(text) ? pattern.lastIndex : place
}
