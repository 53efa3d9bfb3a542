import type { NamesTaken } from '../../fields/declare.ts'
import { eventFields } from '../../fields/events.fields.ts'
import { type CellsOf, toldNames } from '../../fields/fields.cells.ts'
import { utcText } from '../../pure/calendar/text.ts'
import { byteOrderMark, defused, quoted } from '../../pure/text/csv.ts'
import type { Feed, FeedEvent, FeedEvents } from './feed.ts'
import { whereText } from './feed.text.ts'

/** The value of a cell. Numbers and flags are written as they are, texts so that they stay texts. */
type Cell = string | number | boolean | undefined

type Column = (event: FeedEvent) => Cell

/** What fields of events are called here, where that is not their name. */
interface Renamed {
  readonly date_utc: 'published_utc'
  readonly venue: 'location'
  readonly organizer: 'organizers'
}

type Called<Name> = Name extends keyof Renamed ? Renamed[Name] : Name

/** Columns by their names: each field of events that is not refused in the declaration has one, by hand if no type says how it is told. */
type Columns = Readonly<
  Record<string, Column> &
    Record<Called<Exclude<NamesTaken<typeof eventFields, 'csv'>, keyof CellsOf<typeof eventFields>>>, Column>
>

/** The columns that are told of an event in the trash as well. */
const ofAll = {
  id: ({ id }) => id,
  uid: ({ uid }) => uid,
  status: ({ status, isPrivate }) => (isPrivate ? 'private' : status),
  title: ({ title }) => title,
  start_date: ({ start }) => start.wall,
  end_date: ({ end }) => end.wall,
  timezone: ({ zone }) => zone.name,
  all_day: ({ isAllDay }) => isAllDay,
  utc_start_date: ({ start }) => utcText(start.at),
  utc_end_date: ({ end }) => utcText(end.at),
} as const satisfies Readonly<Record<string, Column>>

/** The columns by hand in their order, named as in the API where it has them. */
const byHand: Columns = {
  ...ofAll,
  location: whereText,
  latitude: ({ venues }) => venues.find(({ geo }) => geo)?.geo?.lat,
  longitude: ({ venues }) => venues.find(({ geo }) => geo)?.geo?.lng,
  organizers: ({ organizers }) => organizers.map(({ name }) => name).join(', '),
  organizer_email: ({ organizers }) => organizers.find(({ email }) => email)?.email,
  categories: ({ categories }) => categories.join(', '),
  tags: ({ tags }) => tags.join(', '),
  cost: ({ cost }) => cost,
  featured: ({ said }) => said.featured,
  url: ({ url }) => url,
  website: ({ website }) => website,
  image: ({ image }) => image?.url,
  description: ({ description }) => description,
  published_utc: ({ publishedAt }) => utcText(publishedAt),
  modified_utc: ({ modifiedAt }) => utcText(modifiedAt),
}

/** All columns: further fields follow in the order of their declaration. */
const columns: Columns = {
  ...byHand,
  ...Object.fromEntries(
    toldNames(eventFields)
      .filter((name) => !(name in byHand))
      .map((name) => [name, ({ said }: FeedEvent) => said[name]]),
  ),
}

/** The feed as a table with a header row (RFC 4180): UTF-8 after a byte order mark, lines end with CRLF. */
export async function* writeCsv(
  { ownNames }: Feed,
  events: FeedEvents,
): AsyncGenerator<string, void, undefined> {
  yield byteOrderMark + [...Object.keys(columns), ...ownNames.map(ownColumn)].join(',') + lineEnd
  for await (const event of events) {
    yield (
      [...cellsOf(event), ...ownCells(event, ownNames)].map(([, cell]) => cellText(cell)).join(',') + lineEnd
    )
  }
}

/** The cells of an event by their columns, as they are written but for the quotes around them. */
export function csvCells(event: FeedEvent): Readonly<Record<string, string>> {
  const own = ownCells(
    event,
    event.fields.map(({ name }) => name),
  )
  return Object.fromEntries([...cellsOf(event), ...own].map(([name, cell]) => [name, plainCell(cell)]))
}

/** The column of a field that the calendar has declared: so none of them is called as one of ours. */
const ownColumn = (name: string) => `fields.${name}`

/** Choices by their values, several with commas between them: the labels are in many languages. */
function ownCells({ fields }: FeedEvent, names: readonly string[]): [name: string, cell: Cell][] {
  return names.map((name) => {
    const value = fields.find((field) => field.name === name)?.value
    return [ownColumn(name), typeof value === 'object' ? value.join(',') : value]
  })
}

function cellsOf(event: FeedEvent): [name: string, cell: Cell][] {
  const isTold = (name: string) => !event.isGone || name in ofAll
  return Object.entries(columns).map(([name, cell]) => [name, isTold(name) ? cell(event) : undefined])
}

const lineEnd = '\r\n'

/** A line of a table for programs: cells have quotes only where they need them, and spreadsheets take none for a formula. */
export function plainRow(cells: readonly string[]): string {
  const written = cells.map((cell) => plainCell(cell))
  return `${written.map((cell) => (/[",\r\n]|^\s|\s$/.test(cell) ? quoted(cell) : cell)).join(',')}\n`
}

function cellText(cell: Cell): string {
  return typeof cell === 'string' ? quoted(plainCell(cell)) : plainCell(cell)
}

function plainCell(cell: Cell): string {
  return typeof cell === 'string' ? defused(cell) : String(cell ?? '')
}
