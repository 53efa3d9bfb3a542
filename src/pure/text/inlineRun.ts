import { voidTags, type Flow } from './blocks.ts'
import type { Piece } from './markup.ts'

/** `newline` is a typed line break, `br` a `<br>`, `brline` one at the end of a line, `blank` more than one of these. */
type Break = 'newline' | 'br' | 'brline' | 'blank'

/** A part of a stretch of inline content. */
interface RunPart {
  readonly kind: 'text' | 'tag' | Break
  readonly source: string
  /** How many inline elements it is inside of. */
  readonly depth: number
}

/** The break that two breaks in a row become. */
const mergedBreaks: Record<'newline' | 'br', Record<Break, Break>> = {
  newline: { newline: 'blank', br: 'brline', brline: 'blank', blank: 'blank' },
  br: { newline: 'br', br: 'blank', brline: 'blank', blank: 'blank' },
}

/** Text and inline tags between two block tags, collected and then written as paragraphs or lines. */
export class InlineRun {
  readonly #parts: RunPart[] = []
  #depth = 0
  #isBalanced = true

  add(piece: Piece): void {
    if (piece.kind === 'text') return this.#addText(piece.source)
    if (piece.name === 'br') return this.#addBreak('br')
    if (piece.closing) this.#depth--
    if (this.#depth < 0) this.#isBalanced = false
    this.#put('tag', piece.source)
    if (!piece.closing && !voidTags.has(piece.name)) this.#depth++
  }

  /** The run as HTML, in the flow of the block around it; empty when there are only blanks. */
  render(flow: Flow): string {
    const isWhole = this.#isBalanced && this.#depth === 0
    if (!isWhole || flow === 'line' || flow === 'structure') return renderLines(this.#parts)
    const blocks = splitAtBlanks(this.#parts).map(renderLines)
    const texts = blocks.filter((text) => text !== '')
    if (flow === 'paragraph') return texts.join('</p>\n<p>')
    // In loose text a blank line makes paragraphs, but not one that only separates the text from what follows.
    const isWrapped = flow === 'wrap' || texts.length > 1 || blocks[0] === ''
    return (isWrapped ? texts.map((text) => `<p>${text}</p>`) : texts).join('\n')
  }

  #put(kind: RunPart['kind'], source: string): void {
    this.#parts.push({ kind, source, depth: this.#depth })
  }

  #addText(text: string): void {
    const lines = text.split('\n')
    for (const [index, line] of lines.entries()) {
      if (index > 0) this.#addBreak('newline')
      const begun = this.#lastBreak === undefined ? line : line.trimStart()
      const whole = index < lines.length - 1 ? begun.trimEnd() : begun
      if (whole !== '') this.#put('text', whole)
    }
  }

  #addBreak(kind: 'newline' | 'br'): void {
    const last = this.#lastBreak
    if (last !== undefined) this.#parts.pop()
    this.#put(last === undefined ? kind : mergedBreaks[kind][last], '')
  }

  get #lastBreak(): Break | undefined {
    const last = this.#parts.at(-1)?.kind
    return last !== undefined && isBreak(last) ? last : undefined
  }
}

/** The paragraphs between blank lines outside of inline elements. The first is empty when the text begins with a blank line. */
function splitAtBlanks(parts: readonly RunPart[]): RunPart[][] {
  const blocks: RunPart[][] = [[]]
  for (const part of parts) {
    if (part.kind === 'blank' && part.depth === 0) blocks.push([])
    else blocks.at(-1)?.push(part)
  }
  return blocks
}

const renderedBreaks: Record<Break, string> = {
  newline: '<br />\n',
  br: '<br />',
  brline: '<br />\n',
  blank: '<br />\n<br />\n',
}

/** Empty when there are only breaks and blanks. Typed breaks at either end are dropped. */
function renderLines(parts: readonly RunPart[]): string {
  if (parts.every((part) => isBreak(part.kind) || isBlankText(part))) return ''
  const start = parts.findIndex((part) => !isTypedSpace(part))
  const end = parts.findLastIndex((part) => !isTypedSpace(part)) + 1
  return parts
    .slice(start, end)
    .map(({ kind, source }) => (isBreak(kind) ? renderedBreaks[kind] : source))
    .join('')
    .trim()
}

function isTypedSpace(part: RunPart): boolean {
  return part.kind === 'newline' || part.kind === 'blank' || isBlankText(part)
}

function isBlankText({ kind, source }: RunPart): boolean {
  return kind === 'text' && source.trim() === ''
}

function isBreak(kind: RunPart['kind']): kind is Break {
  return kind !== 'text' && kind !== 'tag'
}
