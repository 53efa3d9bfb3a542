import { ImportFault } from '../imports.record.ts'

/** A content line: unfolded, with the number of the line that it begins in, from 1. */
export interface ContentLine {
  readonly number: number
  readonly text: string
}

/** A property: its name in lower case, its parameters by theirs, and its value as it is written. */
export interface Property {
  readonly name: string
  readonly params: Readonly<Record<string, string>>
  readonly value: string
}

/** More lines than fifty thousand events have with all that a program may say of them. */
const mostLines = 2_000_000

/**
 * The content lines of a text: without folds, wherever they are, and without empty lines (RFC 5545, 3.1). Only CR and LF end a
 * line. Texts that were broken without being folded keep their lines. Throws an {@link ImportFault} for too many lines.
 */
export function* contentLines(text: string): Generator<ContentLine> {
  let open: { number: number; text: string; isText: boolean } | undefined
  for (const { number, text: line } of unfoldedLines(text)) {
    if (line.trim() === '') continue
    if (open?.isText && !beginsProperty(line)) open.text += String.raw`\n` + line
    else {
      if (open) yield open
      open = { number, text: line, isText: holdsText.test(line) }
    }
  }
  if (open) yield open
}

function* unfoldedLines(text: string): Generator<ContentLine> {
  let open: { number: number; text: string } | undefined
  for (const { number, text: line } of physicalLines(text)) {
    if (open && /^[ \t]/.test(line)) open.text += line.slice(1)
    // Files that double their line ends have empty lines before folds, too.
    else if (line !== '') {
      if (open) yield open
      open = { number, text: line }
    }
  }
  if (open) yield open
}

function* physicalLines(text: string): Generator<ContentLine> {
  const end = /\r\n|\n|\r/g
  let number = 1
  let from = 0
  for (let match = end.exec(text); match; match = end.exec(text)) {
    yield { number, text: text.slice(from, match.index) }
    from = end.lastIndex
    number += 1
    if (number > mostLines) throw new ImportFault(`It has more than ${mostLines} lines, which is all it may.`)
  }
  yield { number, text: text.slice(from) }
}

/** A property with a text of several lines. */
const holdsText = /^(?:SUMMARY|DESCRIPTION|STYLED-DESCRIPTION|LOCATION|COMMENT|CONTACT|X-ALT-DESC)[;:]/i

/** Properties of RFC 5545, 7986, 9073 and 9253 that may follow a text. */
const knownNames = new Set(
  (
    'ACTION ATTACH ATTENDEE CALENDAR-ADDRESS CALSCALE CATEGORIES CLASS COLOR COMMENT COMPLETED CONCEPT CONFERENCE CONTACT ' +
    'CREATED DESCRIPTION DTEND DTSTAMP DTSTART DUE DURATION EXDATE EXRULE FREEBUSY GEO IMAGE LAST-MODIFIED LINK LOCATION ' +
    'LOCATION-TYPE METHOD NAME ORGANIZER PARTICIPANT-TYPE PERCENT-COMPLETE PRIORITY PRODID RDATE RECURRENCE-ID REFID ' +
    'RELATED-TO REPEAT REQUEST-STATUS RESOURCE-TYPE RESOURCES RRULE SEQUENCE SOURCE STATUS STRUCTURED-DATA ' +
    'STYLED-DESCRIPTION SUMMARY TRANSP TRIGGER UID URL VERSION'
  ).split(' '),
)

/**
 * Whether a line after a text is a property, and not more of the text: `Doors: at seven` and `https://…` are texts. Programs
 * write names in capitals, or at least nothing between a name and its value.
 */
function beginsProperty(line: string): boolean {
  const [, name = '', rest = ''] = /^([A-Za-z][A-Za-z0-9-]*)[:;](.{0,2})/s.exec(line) ?? []
  if (name === '') return false
  const capitals = name.toUpperCase()
  if (capitals === 'BEGIN' || capitals === 'END') return /^\w+:\s*[A-Z][A-Z-]*\s*$/i.test(line)
  const isKnown = knownNames.has(capitals) || capitals.startsWith('X-')
  if (name === capitals && isKnown) return true
  return rest !== '//' && !/^\s/.test(rest) && (isKnown || name === capitals)
}

/**
 * The property of a content line; undefined when it is none. Quotes that do not end, and colons in parameters that should have
 * been quoted, are read as they are meant.
 */
export function readProperty(line: string): Property | undefined {
  const name = /^(?:[A-Za-z0-9-]+\.)?([A-Za-z0-9-]+)\s*(?=[;:])/.exec(line)
  if (!name) return undefined
  const params: Record<string, string> = {}
  let at = name[0].length
  while (line[at] === ';') {
    parameter.lastIndex = at
    const [whole = '', key = '', quoted, bare = ''] = parameter.exec(line) ?? []
    if (whole === '') return undefined
    at += whole.length
    const value = quoted === undefined ? bare : quoted.slice(1, -1).replaceAll('","', ',')
    params[key.toLowerCase()] ??= decodeParameter(value.trim().replace(/^"/, ''))
  }
  if (line[at] !== ':') return undefined
  return mended({ name: (name[1] ?? '').toLowerCase(), params, value: line.slice(at + 1) })
}

/** `;TZID="…"`, `;MEMBER="…","…"`, `;CN=…`, and a name alone. */
const parameter = /;\s*([A-Za-z0-9-]*)\s*(?:=\s*(?:("[^"]*"(?:\s*,\s*"[^"]*")*)(?=[;:])|([^;:]*)))?/y

/** Zones with a colon in their names, and addresses of people whose names have one, are often not quoted. */
function mended(property: Property): Property {
  const { params, value } = property
  const { tzid, cn } = params
  const last = value.lastIndexOf(':')
  if (tzid !== undefined && last >= 0 && /^\d{8}/.test(value.slice(last + 1)))
    return {
      ...property,
      params: { ...params, tzid: `${tzid}:${value.slice(0, last)}` },
      value: value.slice(last + 1),
    }
  const address = cn === undefined ? -1 : value.search(/:(?:mailto|https?|invalid):/i)
  if (address < 0) return property
  return {
    ...property,
    params: { ...params, cn: decodeParameter(`${cn}:${value.slice(0, address)}`) },
    value: value.slice(address + 1),
  }
}

/** RFC 6868, and the backslashes that belong into values alone. */
function decodeParameter(value: string): string {
  return value
    .replaceAll(/\^([n^'])/g, (_, mark: string) => (mark === 'n' ? '\n' : mark === "'" ? '"' : '^'))
    .replaceAll(/\\+([nN])/g, '\n')
    .replaceAll(/\\([,;:"\\])/g, '$1')
}

/** The text of a value (RFC 5545, 3.3.11), in whatever property it is. */
export function textOf({ params, value }: Property): string {
  return unescaped(isQuotedPrintable(params) ? fromQuotedPrintable(value) : value)
}

/** The texts of a value with several, between commas. */
export function textsOf({ value }: Property): string[] {
  return [...value.matchAll(/(?:^|,)([^,\\]*(?:\\.[^,\\]*)*)/gs)].map(([, text = '']) => unescaped(text))
}

function unescaped(value: string): string {
  return value.replaceAll(/\\([nN,;:"\\])/g, (_, mark: string) => (/n/i.test(mark) ? '\n' : mark))
}

/** As calendars before iCalendar (vCalendar 1.0) and old telephones write texts. */
function isQuotedPrintable(params: Property['params']): boolean {
  return /^quoted-printable$/i.test(params['encoding'] ?? '') || 'quoted-printable' in params
}

function fromQuotedPrintable(value: string): string {
  const bytes = value
    .replaceAll(String.raw`=\n`, '')
    .replaceAll(/=([0-9A-F]{2})/gi, (_, code: string) => `%${code}`)
  try {
    return decodeURIComponent(bytes.replaceAll(/%(?![0-9A-F]{2})/gi, '%25'))
  } catch {
    return value // It is in another encoding.
  }
}
