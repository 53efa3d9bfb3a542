import { spokenIn } from '../../../pure/text/language.ts'
import type { Declaration } from '../../../fields/own/declaration.ts'
import { batchesOfGroups } from '../imports.batches.ts'
import { unlessLeftOut } from '../imports.links.ts'
import { nameInFamily } from '../imports.relatedSources.ts'
import { ImportFault, type ImportRecord, type ImportSource, type Unreadable } from '../imports.record.ts'
import type { DeclaredThere } from '../imports.record.ts'
import type { Reach } from './openagenda.dates.ts'
import type { AgendaDocument } from './openagenda.document.ts'
import { readAgendaEvent } from './openagenda.event.ts'
import { declarationsOf } from './openagenda.declared.ts'
import { assertAgendaMap, type FieldReading } from './openagenda.fields.ts'
import { languagesOf } from './openagenda.texts.ts'

/** How an agenda is read. */
export interface AboutAgenda extends Omit<Reach, 'horizonMonths'> {
  /** `SERIES_HORIZON_MONTHS`; its default where it is not said. */
  readonly horizonMonths?: number | undefined
  /** The name of the file. */
  readonly name?: string | undefined
  /** Where it was fetched from: what the agenda there no longer has is gone. */
  readonly address?: string | undefined
  /** `SITE_LOCALE`: the language that is taken where texts are in several. */
  readonly locale?: string | undefined
  /** Where keys of the agenda go that are not known here. */
  readonly map: ReadonlyMap<string, string>
  /** The fields that the calendar has declared. */
  readonly own?: readonly Declaration[] | undefined
}

/** Events are remembered by their numbers at OpenAgenda, in whatever agenda or file they come. */
const family = 'OpenAgenda'

/** More events than the largest agenda has. */
const mostEvents = 50_000

/** An agenda of OpenAgenda, as its interface (v2) tells it, as a source. Throws an {@link ImportFault} where the map does not fit. */
export function agendaSource(
  document: AgendaDocument,
  about: AboutAgenda,
): Omit<ImportSource, 'declarations'> & { readonly declared: readonly DeclaredThere[] } {
  const { events, fields = [], total = events.length } = document
  const language = spokenIn(about.locale ?? 'en')?.language ?? 'en'
  const { map, own = [], horizonMonths = 24 } = about
  const reading: FieldReading & Reach = { ...about, fields, language, map, own, horizonMonths }
  if (events.length > mostEvents)
    throw new ImportFault(
      `It has ${events.length} events, and ${mostEvents} are the most. Filters of its address say of which.`,
    )
  assertAgendaMap(reading, events)
  if (events.length === 0 && about.address === undefined)
    throw new ImportFault('line 1: the agenda has no event.')
  const notes = [
    ...(total > events.length
      ? [
          `The file has ${events.length} of the ${total} events of the agenda: its address brings all of them.`,
        ]
      : []),
    ...notesOnLanguages(document, language),
  ]
  return {
    name: nameInFamily(family, about),
    family,
    follows: about.address === undefined ? 'nothing' : 'coming',
    declared: declarationsOf(reading, events),
    read: () => batchesOfGroups(groupsOf(document, reading), notes),
  }
}

function* groupsOf(
  { events }: AgendaDocument,
  reading: FieldReading & Reach,
): Generator<readonly (ImportRecord | Unreadable)[]> {
  for (const event of events) {
    const records = readAgendaEvent(event, reading)
    yield records.some((record) => 'fault' in record)
      ? records
      : unlessLeftOut(records as ImportRecord[], reading)
  }
}

/** Records have one language each: which that is, and what is not here. */
function notesOnLanguages({ events }: AgendaDocument, language: string): readonly string[] {
  const said = new Set<string>()
  for (const { title, longDescription } of events)
    for (const one of [...languagesOf(title), ...languagesOf(longDescription)]) said.add(one)
  const others = [...said].filter((one) => one !== language).toSorted()
  if (said.size < 2) return []
  return [
    `Texts were taken in the language of this calendar (${language}) where they are in several; those in ${others.join(', ')} beside it are not here.`,
  ]
}
