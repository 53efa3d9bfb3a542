import ICAL from 'ical.js'
import { ImportFault } from '../imports.record.ts'

/** A component of the file. */
export interface Component {
  readonly name: string
  /** The line it begins in, from 1. */
  readonly line: number
  /** Its lines, unfolded. */
  readonly text: string
}

/** A property: its parameters, the type of its values, and these, as jCal has them (RFC 7265). */
export interface Property {
  readonly name: string
  readonly params: Readonly<Record<string, string | readonly string[]>>
  readonly type: string
  readonly values: readonly unknown[]
}

/** The properties of a component by name, in lower case. */
export type Properties = ReadonlyMap<string, readonly Property[]>

/**
 * The complete components of the calendars in a text (RFC 5545, 3.4). Line ends of every kind are accepted, and so are texts
 * that were broken without being folded. Throws an {@link ImportFault} when it is no calendar.
 */
export function readComponents(text: string): Component[] {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)
  const first = lines.findIndex((line) => line.trim() !== '')
  if (!/^BEGIN:VCALENDAR\s*$/i.test(lines[first] ?? ''))
    throw new ImportFault(
      `line ${Math.max(first, 0) + 1}: an iCalendar file begins with BEGIN:VCALENDAR${seen(lines[first])}.`,
    )
  return componentsIn(unfolded(lines))
}

/** The properties of a component, without those of nested ones. Throws an Error that says what cannot be read. */
export function propertiesOf({ text }: Component): Properties {
  // jCal: the name, the properties and the components of a component.
  const [, properties] = ICAL.parse(text) as [string, [string, Property['params'], string, ...unknown[]][]]
  const read = properties.map(([name, params, type, ...values]) => ({ name, params, type, values }))
  return Map.groupBy(read, ({ name }) => name)
}

interface Line {
  readonly number: number
  text: string
}

/** A property begins with its name; a line that does not, and is not folded, continues a text that was broken. */
const beginsProperty = /^(?:BEGIN|END|[A-Z][A-Z0-9-]*)[:;]/

function unfolded(lines: readonly string[]): Line[] {
  const whole: Line[] = []
  for (const [index, text] of lines.entries()) {
    const last = whole.at(-1)
    if (last && /^[ \t]/.test(text)) last.text += text.slice(1)
    else if (last && text !== '' && !beginsProperty.test(text) && !beginsProperty.test(text.toUpperCase()))
      last.text += `\\n${text}`
    else if (text.trim() !== '') whole.push({ number: index + 1, text: text.trimEnd() })
  }
  return whole
}

/** Components directly within a calendar; one without an end is ignored. */
function componentsIn(lines: readonly Line[]): Component[] {
  const found: Component[] = []
  let open: { name: string; line: number; texts: string[]; depth: number } | undefined
  for (const { number, text } of lines) {
    const [, word = '', name = ''] =
      /^(BEGIN|END):\s*(\S+)$/i.exec(text)?.map((part) => part.toUpperCase()) ?? []
    if (!open) {
      if (word === 'BEGIN' && name !== 'VCALENDAR') open = { name, line: number, texts: [text], depth: 1 }
      continue
    }
    open.texts.push(text)
    if (word === 'BEGIN') open.depth += 1
    if (word === 'END') open.depth -= 1
    if (open.depth > 0) continue
    found.push({ name: open.name, line: open.line, text: open.texts.join('\r\n') })
    open = undefined
  }
  if (open) found.push({ name: open.name, line: open.line, text: '' })
  return found
}

function seen(line: string | undefined): string {
  return line === undefined ? ', and it is empty' : `, not “${line.slice(0, 60)}”`
}
