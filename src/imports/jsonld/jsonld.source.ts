import { batchesOf } from '../imports.batches.ts'
import type { Clock } from '../imports.fields.ts'
import { linkedFirst, unlessLeftOut } from '../imports.links.ts'
import { ImportFault, type ImportSource, type Unreadable } from '../imports.record.ts'
import { readEvent } from './jsonld.event.ts'
import { findEvents } from './jsonld.find.ts'

/**
 * The events in the structured data of a page (schema.org in JSON-LD), as a source; they are remembered by their own addresses,
 * wherever they are read from. Throws an {@link ImportFault} when there are none.
 */
export function jsonldSource(text: string, clock: Clock): ImportSource {
  const { events, broken } = findEvents(text)
  if (events.length === 0 && broken.length === 0)
    throw new ImportFault(
      'line 1: there is no event to be read: what the JSON-LD tells of is something else. A running site is ' +
        'imported by the address of its interface, such as https://old.example/wp-json/tribe/events/v1.',
    )
  const unreadable = broken.map(({ line, says }): Unreadable => {
    return { kind: 'event', key: '', at: `line ${line}`, fault: `The JSON-LD cannot be read: ${says}.` }
  })
  return {
    name: 'JSON-LD',
    follows: 'nothing',
    async *read() {
      const records = events.flatMap((found) => unlessLeftOut(readEvent(found, clock.siteZone), clock))
      yield* batchesOf(linkedFirst([...unreadable, ...records]))
    },
  }
}
