import type { Flow } from './blocks.ts'
import { voidTags } from './blocks.ts'
import type { Piece } from './markup.ts'

/** A part of a stretch of inline content. `blank` is one or more blank lines, or two `<br>` in a row. */
interface Part {
  readonly kind: 'text' | 'tag' | 'br' | 'newline' | 'blank'
  readonly source: string
  /** How many inline elements it is inside of. */
  readonly depth: number
}

/** Text and inline tags between two block tags, gathered and then written as paragraphs or lines. */
export class InlineRun {
  readonly #parts: Part[] = []
  #depth = 0
  #isBalanced = true

  add(piece: Piece): void {
    if (piece.kind === 'text') return this.#addText(piece.source)
    if (piece.name === 'br') return this.#addBreak(piece.source)
    if (piece.closing) this.#depth--
    if (this.#depth < 0) this.#isBalanced = false
    this.#put('tag', piece.source)
    if (!piece.closing && !voidTags.has(piece.name)) this.#depth++
  }

  /** The run as HTML, as the block around it asks; empty when there is nothing but blanks. */
  render(flow: Flow): string {
    if (flow === 'structure') return renderLines(this.#parts)
    const isWhole = this.#isBalanced && this.#depth === 0
    const blocks = isWhole && flow !== 'line' ? splitAtBlanks(this.#parts) : [this.#parts]
    const texts = blocks.map(renderLines).filter((text) => text !== '')
    if (flow === 'paragraph') return texts.join('</p>\n<p>')
    const isWrapped = isWhole && (flow === 'wrap' || (flow === 'loose' && asksForParagraphs(blocks, texts)))
    return (isWrapped ? texts.map((text) => `<p>${text}</p>`) : texts).join('\n')
  }

  #put(kind: Part['kind'], source: string): void {
    this.#parts.push({ kind, source, depth: this.#depth })
  }

  #addText(text: string): void {
    const lines = text.split('\n')
    for (const [index, line] of lines.entries()) {
      if (index > 0) this.#addNewline()
      const start = index > 0 ? line.trimStart() : line
      const whole = index < lines.length - 1 ? start.trimEnd() : start
      if (whole !== '') this.#put('text', whole)
    }
  }

  #addNewline(): void {
    const last = this.#parts.at(-1)?.kind
    if (last === 'newline') this.#parts.pop()
    if (last !== 'blank') this.#put(last === 'newline' ? 'blank' : 'newline', '\n')
  }

  /** Two in a row, blanks between them or not, are as good as a blank line. */
  #addBreak(source: string): void {
    const trail = this.#parts.findLastIndex((part) => part.kind !== 'newline' && part.source.trim() !== '')
    if (this.#parts[trail]?.kind !== 'br') return this.#put('br', source)
    this.#parts.length = trail
    this.#put('blank', source)
  }
}

/** Paragraphs are what is between blank lines outside of inline elements. The first is empty when one leads. */
function splitAtBlanks(parts: readonly Part[]): Part[][] {
  const blocks: Part[][] = [[]]
  for (const part of parts) {
    if (part.kind === 'blank' && part.depth === 0) blocks.push([])
    else blocks.at(-1)?.push(part)
  }
  return blocks
}

/** A blank line before or within the text does; one after it only sets it off from what follows. */
function asksForParagraphs(blocks: readonly Part[][], texts: readonly string[]): boolean {
  const [first] = blocks
  return texts.length > 1 || (texts.length === 1 && first !== undefined && renderLines(first) === '')
}

const LINE_BREAK = '<br />\n'

function renderLines(parts: readonly Part[]): string {
  let lines = ''
  for (const [index, part] of parts.entries()) {
    lines += renderPart(part, parts[index - 1]?.kind, parts[index + 1]?.kind)
  }
  return lines.trim()
}

function renderPart(part: Part, before: Part['kind'] | undefined, after: Part['kind'] | undefined): string {
  if (part.kind === 'text' || part.kind === 'tag') return part.source
  if (part.kind === 'br') return '<br />'
  const isAtEdge = before === undefined || after === undefined
  if (part.kind === 'blank') return isAtEdge ? '' : LINE_BREAK + LINE_BREAK
  if (before === 'br') return '\n'
  return isAtEdge || after === 'br' ? '' : LINE_BREAK
}
