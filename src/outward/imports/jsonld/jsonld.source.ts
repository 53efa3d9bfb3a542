import { quote } from '../../../pure/params/parameter.ts'
import { batchesOf, inTurns } from '../imports.batches.ts'
import type { Clock } from '../imports.fields.ts'
import { linkedFirst, unlessLeftOut } from '../imports.links.ts'
import { nameInFamily } from '../imports.relatedSources.ts'
import { ImportFault, type ImportRecord, type ImportSource, type Unreadable } from '../imports.record.ts'
import { apart } from './jsonld.duplicates.ts'
import { readEvent } from './jsonld.event.ts'
import { findEvents, type FoundEvents } from './jsonld.find.ts'

/** How a page is read. */
export interface AboutPage extends Clock {
  /** The name of the file. */
  readonly name?: string | undefined
  /** `SITE_LOCALE`: the language that is taken where texts are in several. */
  readonly locale?: string | undefined
  /** Where it was fetched from: what its addresses are relative to. */
  readonly address?: string | undefined
}

/** Events are remembered by their own names, wherever they are read from. */
const family = 'JSON-LD'

/**
 * The events in the structured data of a page (schema.org in JSON-LD), as a source; they are remembered by their own addresses,
 * wherever they are read from. Throws an {@link ImportFault} when there are none.
 */
export function jsonldSource(text: string, about: AboutPage): ImportSource {
  const found = findEvents(text, about)
  const { events, graph, isCut } = found
  if (events.length === 0 && found.broken.length === 0)
    throw new ImportFault(
      'line 1: there is no event to be read: what the JSON-LD tells of is something else. A running site is ' +
        'imported by the address of its interface, such as https://old.example/wp-json/tribe/events/v1.',
    )
  return {
    name: nameInFamily(family, about),
    family,
    follows: 'nothing',
    async *read() {
      const records: ImportRecord[][] = []
      let count = 0
      for await (const event of inTurns(events)) {
        const read = readEvent(event, graph, about)
        count += read.length
        if (count > mostRecords) break
        records.push(read)
      }
      const titles = new Set(records.flat().map((record) => String(record.fields['title']).toLowerCase()))
      const told = apart(records).flatMap((some) => unlessLeftOut(some, about))
      const left = isCut || records.length < events.length ? [tooMany(records.length)] : []
      yield* batchesOf(linkedFirst([...unreadable(found, titles), ...told, ...left]))
    },
  }
}

/** Events with all of their dates, and what they link to: a page with more would take too much memory. */
const mostRecords = 50_000

function tooMany(count: number): Unreadable {
  return {
    kind: 'event',
    key: '',
    fault: `The page has more events than are read at once: the first ${count}.`,
  }
}

/** What cannot be read: scripts that are no JSON, and events in other notations that no script has. */
function unreadable({ broken, unread }: FoundEvents, titles: ReadonlySet<string>): Unreadable[] {
  return [
    ...broken.map(({ line, says }): Unreadable => {
      return { kind: 'event', key: '', at: `line ${line}`, fault: `The JSON-LD cannot be read: ${says}.` }
    }),
    ...unread
      .filter(({ name }) => !titles.has(name.toLowerCase()))
      .map(({ line, name, notation }): Unreadable => {
        const fault = `The event ${name === '' ? 'without a name' : quote(name)} is marked up in ${notation}, which is not read: only JSON-LD is.`
        return { kind: 'event', key: '', at: `line ${line}`, fault }
      }),
  ]
}
