import { blockFlow, voidTags, type Flow } from './blocks.ts'
import { InlineRun } from './inlineRun.ts'
import { splitMarkup, type Piece } from './markup.ts'

/**
 * HTML for a text typed with line breaks (wire-others 1.6): text between blank lines becomes a `<p>`, a line break `<br />`.
 * Block elements are not wrapped again, and begin a new line. The contents of `pre` stay. Paragraphs never cut through an
 * inline element. Comments, the marks of block editors among them, are dropped.
 */
export function paragraphs(html: string): string {
  if (settledParagraphs.test(html)) return html
  if (!markedUp.test(html)) return oneParagraph(html.trim())
  const page = new Page()
  const pieces = splitMarkup(html.replaceAll('\r\n', '\n').replaceAll('\r', '\n'))
  for (let at = 0; at < pieces.length; at++) {
    const piece = pieces[at]
    if (piece === undefined || piece.kind === 'comment') continue
    const flow = blockFlow(piece.name)
    const emptyEnd = page.isVerbatim ? undefined : emptyParagraphEnd(pieces, at)
    if (page.isVerbatim && !(flow === 'verbatim' && piece.closing)) page.writeVerbatim(piece)
    else if (emptyEnd !== undefined) {
      page.writeInline(blankLine)
      at = emptyEnd
    } else if (flow === undefined) page.writeInline(piece)
    else if (piece.closing) page.closeBlock(piece)
    else page.openBlock(piece, flow)
  }
  return page.end()
}

/** Paragraphs of one line each, without tags inside: the form of most stored texts, which rendering would not change. */
const settledParagraphs = /^<p>[^\s<](?:[^<\n\r]*[^\s<])?<\/p>(?:\n<p>[^\s<](?:[^<\n\r]*[^\s<])?<\/p>)*$/

const markedUp = /[<\n\r]/

function oneParagraph(text: string): string {
  return text === '' ? '' : ['<p>', text, '</p>'].join('')
}

const blankLine: Piece = { kind: 'text', source: '\n\n', name: '', closing: false }

/** Where the paragraph that opens at `at` ends, if it contains only line breaks: it counts as a blank line. */
function emptyParagraphEnd(pieces: readonly Piece[], at: number): number | undefined {
  if (pieces[at]?.source !== '<p>') return undefined
  let end = at + 1
  while (pieces[end]?.name === 'br' || pieces[end]?.source.trim() === '') end++
  return pieces[end]?.name === 'p' && pieces[end]?.closing ? end : undefined
}

/** A caption stays close to what it is the caption of: no line breaks around it. */
const captionTag = 'figcaption'

interface Block {
  readonly name: string
  readonly flow: Flow
}

/** What was written last, which decides about line breaks. `text` is anything but a block tag of the author. */
type Last = 'start' | 'open' | 'close' | 'text'

class Page {
  readonly #written: string[] = []
  readonly #open: Block[] = []
  readonly #openCount = new Map<string, number>()
  #last: Last = 'start'
  #run = new InlineRun()

  get isVerbatim(): boolean {
    return this.#flow === 'verbatim'
  }

  writeVerbatim(piece: Piece): void {
    this.#written.push(piece.source)
  }

  writeInline(piece: Piece): void {
    this.#run.add(piece)
  }

  openBlock(piece: Piece, flow: Flow): void {
    this.#endRun()
    if (this.#last !== 'start' && piece.name !== captionTag) this.#written.push('\n')
    this.#written.push(piece.source)
    this.#last = voidTags.has(piece.name) ? 'close' : 'open'
    if (this.#last === 'open') this.#push({ name: piece.name, flow })
  }

  closeBlock(piece: Piece): void {
    this.#endRun()
    this.#popTo(piece.name)
    if (this.#last === 'close') this.#written.push('\n')
    this.#written.push(piece.source)
    this.#last = piece.name === captionTag ? 'open' : 'close'
  }

  end(): string {
    this.#endRun()
    return this.#written.join('')
  }

  get #flow(): Flow {
    return this.#open.at(-1)?.flow ?? 'wrap'
  }

  #endRun(): void {
    const lines = this.#run.render(this.#flow)
    this.#run = new InlineRun()
    if (lines === '') return
    if (this.#last === 'close' || this.#last === 'text') this.#written.push('\n')
    this.#written.push(lines)
    this.#last = 'text'
  }

  #push(block: Block): void {
    this.#open.push(block)
    this.#openCount.set(block.name, (this.#openCount.get(block.name) ?? 0) + 1)
  }

  /** Closes the innermost block of that name and all inside it; a closing tag without an opening one closes nothing. */
  #popTo(name: string): void {
    if ((this.#openCount.get(name) ?? 0) === 0) return
    for (let block = this.#open.pop(); block; block = this.#open.pop()) {
      this.#openCount.set(block.name, (this.#openCount.get(block.name) ?? 1) - 1)
      if (block.name === name) return
    }
  }
}
