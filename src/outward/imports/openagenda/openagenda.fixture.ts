import { readFileSync } from 'node:fs'
import type { Declaration } from '../../../fields/own/declaration.ts'
import { type Zone, zoneNamed } from '../../../pure/calendar/zone.ts'
import type { ImportedEvent, ImportRecord, Unreadable } from '../imports.record.ts'
import { openText } from '../imports.textSource.ts'

/** An agenda as the interface of OpenAgenda tells it, with two of its schema’s fields. */
export const agendaText = (): string =>
  readFileSync(new URL('../../../../test/imports/cases/openagenda.json', import.meta.url), 'utf8')

/** When and how it is read. */
const about = {
  siteZone: zoneNamed('Europe/Berlin'),
  now: Temporal.Instant.from('2031-01-01T00:00:00Z'),
  locale: 'fr-FR',
  name: 'agenda.json',
}

/** What is read of a text. */
export async function readAgenda(
  text: string,
  more: {
    readonly map?: Readonly<Record<string, string>>
    readonly locale?: string
    readonly siteZone?: Zone
    readonly address?: string
    readonly own?: readonly Declaration[]
  } = {},
) {
  const map = new Map(Object.entries(more.map ?? {}))
  const source = openText(text, { ...about, ...more, map })
  const records: (ImportRecord | Unreadable)[] = []
  const notes: string[] = []
  for await (const batch of source.read(undefined, new Map())) {
    records.push(...batch.records)
    notes.push(...(batch.notes ?? []))
  }
  const events = records.filter(
    (record): record is ImportedEvent => record.kind === 'event' && !('fault' in record),
  )
  const faults = records.flatMap((record) => ('fault' in record ? [`${record.key}: ${record.fault}`] : []))
  const linked = records.filter(
    (record): record is ImportRecord => record.kind !== 'event' && !('fault' in record),
  )
  return { source, records, events, faults, linked, notes }
}

/** An agenda with one event, which says this beside its title and one time. */
export const agendaOf = (...events: readonly object[]): string =>
  JSON.stringify({ total: events.length, events: events.map((event) => Object.assign({}, fair, event)) })

/** The least that an event says. */
const fair = {
  uid: 7,
  title: { fr: 'Foire', en: 'Fair' },
  timings: [{ begin: '2031-05-01T18:00:00+0200', end: '2031-05-01T20:00:00+0200' }],
}
