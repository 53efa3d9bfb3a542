import { nearest } from '../../../pure/text/nearestWords.ts'
import type { Declaration } from '../../../fields/own/declaration.ts'
import { Fault, quote } from '../../../pure/params/parameter.ts'
import { ImportFault } from '../imports.record.ts'
import {
  type Field,
  fields,
  isHomeless,
  isOf,
  knownHeader,
  type KnownHeader,
  ownCalled,
  type OwnField,
  ownNamed,
  plainHeader,
} from './csv.headers.ts'

/** The position of each field in a row. */
export type Columns = ReadonlyMap<Field | OwnField, number>

/** What a table is of: The Events Calendar has a file for each. */
export type TableKind = 'event' | 'venue' | 'organizer'

/** The columns of a row of headers. */
export interface ReadHeaders {
  /** Undefined when they are not those of any table. */
  readonly kind: TableKind | undefined
  readonly columns: Columns
  /** Headers that are not understood, or that mean what another column holds already. */
  readonly unused: readonly string[]
  /** Headers of what has no place here. */
  readonly homeless: readonly string[]
  /** The languages in which the headers say what they say, but for those that do in English too. */
  readonly languages: ReadonlySet<string>
  /** It is a table that Kalends wrote. */
  readonly isOwn: boolean
}

/** The fields of which one says when an event is. */
const whenFields: readonly Field[] = ['start_date', 'date', 'start', 'utc_start_date']

/** Columns of our own files that are made from others, and so are ignored. */
const derived: ReadonlySet<string> = new Set(['publishedutc', 'modifiedutc'])

/** How much of the headers a sentence shows, in characters. */
const mostShown = 500

/** Finds the fields of columns by their headers; `map` gives fields for headers, such as `Wann=start_date`, and takes precedence. */
export function readHeaders(
  headers: readonly string[],
  map: ReadonlyMap<string, string>,
  own: readonly Declaration[] = [],
): ReadHeaders {
  const columns = new Map<Field | OwnField, number>()
  const [unused, homeless]: [string[], string[]] = [[], []]
  const foreign = new Map<Field, readonly string[]>()
  for (const [index, header] of headers.entries()) {
    const field = map.get(header.trim())
    if (isField(field, own)) columns.set(field, index)
  }
  for (const [index, each] of headers.entries()) {
    const header = each.trim()
    if (header === '' || map.has(header) || derived.has(plainHeader(header))) continue
    const declared = ownNamed(header, own)
    if (declared !== undefined && !columns.has(declared)) {
      columns.set(declared, index)
      continue
    }
    const known = knownOrTime(header, columns)
    const earlier = known && columns.get(known.field)
    // `Labels` are tags in Dutch, but not beside a column `Tags`.
    const isMeant = known?.languages.length === 0 && foreign.has(known.field)
    if (known && (earlier === undefined || isMeant)) {
      if (earlier !== undefined) unused.push(headers[earlier]?.trim() ?? '')
      columns.set(known.field, index)
      if (isMeant) foreign.delete(known.field)
      else if (known.languages.length > 0) foreign.set(known.field, known.languages)
      continue
    }
    const called = ownCalled(header, own)
    if (!known && called !== undefined && !columns.has(called)) columns.set(called, index)
    else if (isHomeless(header)) homeless.push(header)
    else unused.push(header + nearestTo(header, own))
  }
  const plain = new Set(headers.map(plainHeader))
  const isOwn = ['uid', 'id', 'utcstartdate', 'modifiedutc'].every((name) => plain.has(name))
  const kind = kindOf(columns, plain)
  // What is said of records of another kind has no place in this table.
  for (const [field, index] of columns)
    if (kind !== undefined && !isOf(field, kind, own)) {
      columns.delete(field)
      unused.push(headers[index]?.trim() ?? '')
    }
  return {
    kind,
    columns,
    unused,
    homeless,
    languages: commonOf([...foreign.values()]),
    isOwn,
  }
}

/** Of a header that names a field of the calendar, which it has not, what may have been meant. */
function nearestTo(header: string, own: readonly Declaration[]): string {
  const names = header.startsWith('fields.') ? own.map(({ name }) => `fields.${name}`) : []
  const meant = nearest(header, names)
  return meant === undefined ? '' : ` (the nearest is ${meant})`
}

/** The field of a header; a second `Début` or `Fin`, as Outlook writes them in French, has the time of day. */
function knownOrTime(header: string, columns: Columns): KnownHeader | undefined {
  const known = knownHeader(header)
  if (known?.field !== 'start' && known?.field !== 'end') return known
  const field = `${known.field}_time` as const
  return columns.has(known.field) && !columns.has(field) ? { ...known, field } : known
}

/** Tables of venues or organizers are those that call them by name, as the files of The Events Calendar do. */
function kindOf(columns: Columns, plain: ReadonlySet<string>): TableKind | undefined {
  const hasWhen = whenFields.some((field) => columns.has(field))
  if (columns.has('title')) return hasWhen ? 'event' : undefined
  if (hasWhen) return undefined
  if (plain.has('venuename')) return 'venue'
  return plain.has('organizername') || plain.has('organisername') ? 'organizer' : undefined
}

/** The languages that most headers share. */
function commonOf(said: readonly (readonly string[])[]): Set<string> {
  const counts = Map.groupBy(said.flat(), (language) => language)
  const most = Math.max(0, ...[...counts.values()].map(({ length }) => length))
  return new Set([...counts].filter(([, { length }]) => length === most).map(([language]) => language))
}

/** Why a row of headers is that of no table, as a fault. */
export function faultOfHeaders(
  line: number,
  headers: readonly string[],
  { columns }: ReadHeaders,
): ImportFault {
  if (headers.some((header) => /^(?:ticket|rsvp)name$/.test(plainHeader(header))))
    return new ImportFault(
      `line ${line}: this is a table of tickets, which are not imported; a table of events, venues or organizers is.`,
    )
  const missing = [
    ...(columns.has('title') ? [] : ['title']),
    ...(whenFields.some((field) => columns.has(field)) ? [] : ['start_date']),
  ]
  const seen = headers
    .map((header) => `“${header}”`)
    .join(', ')
    .slice(0, mostShown)
  return new ImportFault(
    `line ${line}: no column is the ${missing.join(' or the ')} of events; the headers are ${seen}. Say which one is with ` +
      `a map, such as “${headers[0] ?? 'Header'}=${missing[0]}”.`,
  )
}

/** Throws an {@link ImportFault} for a map with a field that there is not, or a header that is not there. */
export function assertMap(
  headers: readonly string[],
  map: ReadonlyMap<string, string>,
  own: readonly Declaration[] = [],
): void {
  const there = new Set(headers.map((header) => header.trim()))
  for (const [header, field] of map) {
    if (!there.has(header)) throw new ImportFault(`The map names the column “${header}”, which is not there.`)
    if (field !== leftOut && !isField(field, own)) {
      const all = [...fields, ...own.map(({ name }) => `fields.${name}`)]
      const meant = nearest(field, all)
      const near = meant === undefined ? '' : ` the nearest is ${meant};`
      throw new ImportFault(
        `The map gives “${header}” the field “${field}”;${near} there are ${all.join(', ')}.`,
      )
    }
  }
}

/** What a map gives a column that is to be left out. */
const leftOut = 'none'

/** Reads `Wann=start_date,Was=title`: fields by headers. Throws a {@link Fault}. */
export function readMap(text: string): ReadonlyMap<string, string> {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '')
  return new Map(
    pairs.map((pair) => {
      // The last one, as headers may contain it, but names of fields do not.
      const equals = pair.lastIndexOf('=')
      const [header, field] = [pair.slice(0, Math.max(equals, 0)).trim(), pair.slice(equals + 1).trim()]
      if (header === '' || !/^(?:fields\.)?\w+$/.test(field))
        throw new Fault(`must be pairs such as Wann=start_date,Was=title, and ${quote(pair.trim())} is none`)
      return [header, field] as const
    }),
  )
}

function isField(name: string | undefined, own: readonly Declaration[]): name is Field | OwnField {
  if (name === undefined) return false
  return (fields as readonly string[]).includes(name) || own.some((field) => `fields.${field.name}` === name)
}
