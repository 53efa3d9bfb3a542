import { ImportFault } from '../imports.record.ts'
import { contentLines, type Property, readProperty, textOf } from './ical.lines.ts'

/** A component of a calendar. */
export interface Component {
  readonly name: string
  /** The line it begins in, from 1. */
  readonly line: number
  /** Its content lines, those of its own components too; none if it never ends. */
  readonly lines: readonly string[]
}

/** The properties of a component by name, in lower case. */
export type Properties = ReadonlyMap<string, readonly Property[]>

/** A calendar object (RFC 5545, 3.4): what it says of all of its components, and these. */
export interface Calendar {
  readonly properties: Properties
  readonly components: readonly Component[]
  /** Whether it has its end: else it is a part of a file. */
  readonly isWhole: boolean
}

/** The most components: a calendar of fifty years with three events a day. */
const mostComponents = 100_000

/** The calendars of a text. Throws an {@link ImportFault} when there is none, or too much. */
export function readCalendars(text: string): Calendar[] {
  const reader = new CalendarReader()
  for (const { number, text: line } of contentLines(text.replace(/^\ufeff/, '').replaceAll('\0', '')))
    reader.read(line, number)
  return reader.done()
}

/** The properties of a component, without those of its own components. Lines that are none are left out. */
export function propertiesOf({ lines }: Component): Properties {
  const own: string[] = []
  let depth = 0
  for (const line of lines) {
    const { begins, ends } = edgeOf(line)
    if (begins !== undefined) depth += 1
    else if (ends !== undefined) depth -= 1
    else if (depth === 1) own.push(line)
  }
  return byName(own)
}

/** The text of the first property with the name. */
export function textIn(properties: Properties, name: string): string {
  const property = properties.get(name)?.[0]
  return property ? textOf(property).trim() : ''
}

function byName(lines: readonly string[]): Properties {
  return Map.groupBy(
    lines.flatMap((line) => readProperty(line) ?? []),
    ({ name }) => name,
  )
}

class CalendarReader {
  readonly #calendars: Calendar[] = []
  #own: string[] | undefined
  #components: Component[] = []
  #open: { name: string; line: number; lines: string[]; depth: number } | undefined
  #count = 0

  read(line: string, number: number): void {
    const { begins, ends } = edgeOf(this.#own ? line : line.trimStart())
    if (!this.#own) {
      if (begins !== 'VCALENDAR') {
        // Between calendars there may be anything, but the file begins with one.
        if (this.#calendars.length > 0) return
        throw new ImportFault(
          `line ${number}: an iCalendar file begins with BEGIN:VCALENDAR, not “${line.slice(0, 60)}”.`,
        )
      }
      this.#own = []
    } else if (begins === 'VCALENDAR' || ends === 'VCALENDAR') {
      this.#close(ends !== undefined)
      if (begins !== undefined) this.#own = []
    } else if (this.#open && !(begins !== undefined && never.has(begins))) this.#readWithin(line)
    else if (begins !== undefined) this.#begin(begins, number, line)
    else if (ends === undefined) this.#own.push(line)
  }

  done(): Calendar[] {
    if (this.#own) this.#close(false)
    if (this.#calendars.length > 0) return this.#calendars
    throw new ImportFault('line 1: an iCalendar file begins with BEGIN:VCALENDAR, and it is empty.')
  }

  #begin(name: string, line: number, text: string): void {
    // One that has not ended before the next one never does.
    if (this.#open) this.#components.push({ ...this.#open, lines: [] })
    this.#count += 1
    if (this.#count > mostComponents)
      throw new ImportFault(
        `It has more than ${mostComponents} events and other components, which is all it may.`,
      )
    this.#open = { name, line, lines: [text], depth: 1 }
  }

  #readWithin(line: string): void {
    const open = this.#open
    if (!open) return
    const { begins, ends } = edgeOf(line)
    open.lines.push(line)
    if (begins !== undefined) open.depth += 1
    // An end that is missing within does not matter where the component itself ends.
    if (ends !== undefined) open.depth = ends === open.name ? 0 : open.depth - 1
    if (open.depth > 0) return
    const { name, line: at, lines } = open
    this.#components.push({ name, line: at, lines })
    this.#open = undefined
  }

  #close(isWhole: boolean): void {
    if (this.#open) this.#components.push({ ...this.#open, lines: [] })
    this.#calendars.push({ properties: byName(this.#own ?? []), components: this.#components, isWhole })
    this.#own = undefined
    this.#open = undefined
    this.#components = []
  }
}

/** Components that are never within another one. */
const never = new Set(['VEVENT', 'VTODO', 'VJOURNAL', 'VFREEBUSY', 'VTIMEZONE'])

/** No name of a component is so long. */
const longestEdge = 200

/** The name of the component that a line begins or ends, in capitals. */
function edgeOf(line: string): { begins?: string; ends?: string } {
  if (line.length > longestEdge) return {}
  const [, word = '', name = ''] = /^(BEGIN|END):\s*([\w-]+)\s*$/i.exec(line) ?? []
  if (name === '') return {}
  return word.toUpperCase() === 'BEGIN' ? { begins: name.toUpperCase() } : { ends: name.toUpperCase() }
}
