/** A stretch of an HTML text. `source` is the text itself: the sources of all pieces joined are the whole. */
export interface Piece {
  readonly kind: 'text' | 'tag' | 'comment'
  readonly source: string
  /** The tag's name in lower case, empty for text and comments. */
  readonly name: string
  readonly closing: boolean
}

/** A tag’s name may contain `<`. No name is as long as the pattern allows; the limit bounds the work. */
const tagStart = /<(?:\/?([a-z][^\s/>]{0,40})|!|\?)/gi

/**
 * Splits an HTML text into text, tags and comments in one pass. A `<` that opens neither, or is never closed by `>`, is
 * text. Nesting is not checked.
 */
export function splitMarkup(html: string): Piece[] {
  if (!html.includes('<')) return html === '' ? [] : [textPiece(html)]
  const pieces: Piece[] = []
  const ends = new TagEnds(html)
  let done = 0
  tagStart.lastIndex = 0
  for (let start = tagStart.exec(html); start; start = tagStart.exec(html)) {
    const isComment = start[1] === undefined
    const end = isComment ? ends.ofComment(start.index) : ends.ofTag(tagStart.lastIndex)
    if (end === -1) {
      tagStart.lastIndex = start.index + 1
      continue
    }
    if (start.index > done) pieces.push(textPiece(html.slice(done, start.index)))
    const source = html.slice(start.index, end)
    pieces.push({
      kind: isComment ? 'comment' : 'tag',
      source,
      name: (start[1] ?? '').toLowerCase(),
      closing: source[1] === '/',
    })
    done = tagStart.lastIndex = end
  }
  if (done < html.length) pieces.push(textPiece(html.slice(done)))
  return pieces
}

/** How many `<` a text has: at least as many as tags. */
export function openingsIn(text: string): number {
  let count = 0
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at + 1)) count += 1
  return count
}

function textPiece(source: string): Piece {
  return { kind: 'text', source, name: '', closing: false }
}

/** Finds where tags end, and remembers searches that failed, so that hostile text is not scanned again and again. */
class TagEnds {
  readonly #html: string
  readonly #lastClose: number
  #lastCommentClose: number | undefined
  #quotesMatch = true

  constructor(html: string) {
    this.#html = html
    this.#lastClose = html.lastIndexOf('>')
  }

  ofComment(at: number): number {
    // Few texts have comments, so the end of one is only searched for when one begins.
    this.#lastCommentClose ??= this.#html.lastIndexOf('-->')
    if (this.#html.startsWith('<!--', at) && at + 2 <= this.#lastCommentClose) {
      return this.#html.indexOf('-->', at + 2) + 3
    }
    return this.#firstClose(at)
  }

  ofTag(at: number): number {
    const end = this.#quotesMatch && at <= this.#lastClose ? this.#closeOutsideQuotes(at) : -1
    if (end !== -1) return end
    this.#quotesMatch = at > this.#lastClose
    return this.#firstClose(at)
  }

  #firstClose(at: number): number {
    return at > this.#lastClose ? -1 : this.#html.indexOf('>', at) + 1
  }

  /** The first `>` that is not inside a quoted attribute value, -1 when there is none. */
  #closeOutsideQuotes(from: number): number {
    const mark = /=\s*(["'])|>/g
    mark.lastIndex = from
    for (let found = mark.exec(this.#html); found; found = mark.exec(this.#html)) {
      const quote = found[1]
      if (quote === undefined) return mark.lastIndex
      const closing = this.#html.indexOf(quote, mark.lastIndex)
      if (closing === -1) return -1
      mark.lastIndex = closing + 1
    }
    return -1
  }
}
