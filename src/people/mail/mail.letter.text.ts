import { type LetterBlock, type LetterPage, plainSaid, valueMarks } from './mail.letter.page.ts'

/** How many columns lines of text have: programs that quote them add some (RFC 3676, 4.2). */
const columns = 72

/** Below which a line of an event stands. */
const indent = 7

/** The letter as plain text. Addresses stand on lines of their own, where no program breaks them. */
export function letterText(page: LetterPage): string {
  const { site, badge, heading, lead, blocks, action, foot } = page
  const top = [site.name, badge, plainSaid(heading), plainSaid(lead)].filter((line) => line !== undefined)
  const parts = [
    top.map((line) => wrapped(line)).join('\n'),
    ...blocks.map((block) => blockText(block)),
    `${wrapped(`${plainSaid(action.text)}:`)}\n${action.url}`,
    [
      '-- ',
      wrapped(foot.why.map((said) => plainSaid(said)).join(' ')),
      `${foot.change.text}:\n${foot.change.url}`,
      `${foot.stop.text}:\n${foot.stop.url}`,
      ...(foot.imprint === '' ? [] : foot.imprint.split('\n').map((line) => wrapped(line))),
    ].join('\n'),
  ]
  return `${parts.join('\n\n')}\n`
}

function blockText(block: LetterBlock): string {
  switch (block.is) {
    case 'heading':
      return wrapped(block.text.toUpperCase())
    case 'event': {
      const { time, title, url, lines, state } = block
      const said = [
        lines
          .flat()
          .map(({ text }) => text)
          .join(' · '),
        state?.reason ?? '',
      ].filter((text) => text !== '')
      // Nothing is struck through here: who reads no further knows it all the same.
      const called = state ? `${state.text.toUpperCase()}: ${title}` : title
      const first = `${time.padEnd(indent - 2)}  ${called}`
      return [wrapped(first, indent), ...said.map((text) => wrapped(text, indent, indent)), url].join('\n')
    }
    case 'change': {
      const said = [block.was, block.now, block.reason ?? '']
        .filter((text) => text !== '')
        .map((text) => unmarked(text))
      return [`${block.label}:`, ...said.map((text) => wrapped(text, indent, indent))].join('\n')
    }
    case 'prose':
      return block.text
        .split('\n')
        .map((line) => wrapped(line))
        .join('\n')
    default:
      return `${wrapped(`${block.text}:`)}\n${block.url}`
  }
}

function unmarked(text: string): string {
  return text.replaceAll(valueMarks[0], '').replaceAll(valueMarks[1], '')
}

/** The text on lines of {@link columns} at most; those after the first stand in by so many, and the first by `start`. */
function wrapped(text: string, by = 0, start = 0): string {
  const lines: string[] = []
  let line = ' '.repeat(start)
  let isEmpty = true
  for (const word of piecesOf(text)) {
    if (!isEmpty && widthOf(line) + widthOf(word.trimEnd()) > columns) {
      lines.push(line.trimEnd())
      line = ' '.repeat(by)
    }
    line += word
    isEmpty = false
  }
  return [...lines, line.trimEnd()].join('\n')
}

/** What may stand at the end of a line, with the blanks behind it: words, and each letter of writing that has no blanks. */
function piecesOf(text: string): string[] {
  return (
    text.match(
      /https?:\S+\s*|[\p{scx=Hira}\p{scx=Kana}\p{scx=Han}][、。」』）]*\s*|[^\s\p{scx=Hira}\p{scx=Kana}\p{scx=Han}]+\s*|\s+/gu,
    ) ?? []
  )
}

/** Letters of East Asia take two columns (UAX 11). */
function widthOf(text: string): number {
  return [...text].reduce(
    (sum, letter) =>
      sum +
      (/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/.test(
        letter,
      )
        ? 2
        : 1),
    0,
  )
}
