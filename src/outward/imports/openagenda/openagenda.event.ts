import { happens } from '../../../fields/happening.ts'
import { quote } from '../../../pure/params/parameter.ts'
import type { EventStatus } from '../../../pure/params/words.ts'
import { isEmail } from '../../../pure/text/address.ts'
import { escapeHtml } from '../../../pure/text/html.ts'
import { readAddress } from '../imports.address.ts'
import { costOrText } from '../imports.cost.ts'
import { keysOf, termRecords, withAddresses } from '../imports.links.ts'
import type { ImportedEvent, ImportRecord, Unreadable } from '../imports.record.ts'
import { isObject } from '../../../pure/params/lists.ts'
import { asWire, type Wire } from '../site/site.wire.ts'
import { datedEvents, type Reach, timingsOf } from './openagenda.dates.ts'
import { additionalOf, type FieldReading } from './openagenda.fields.ts'
import { picturesOf } from './openagenda.image.ts'
import { descriptionHtml } from './openagenda.markdown.ts'
import { placesOf } from './openagenda.place.ts'
import { plain, spoken, spokenList } from './openagenda.texts.ts'

/** The event, once for each time that it takes place, after the records that it is linked to; or why it is none. */
export function readAgendaEvent(
  event: Wire,
  reading: FieldReading & Reach,
): readonly (ImportRecord | Unreadable)[] {
  const { language } = reading
  const key = plain(event['uid'])
  const left = (fault: string): Unreadable[] => [{ kind: 'event', key, fault }]
  if (event['removed'] === true)
    return [{ kind: 'event', key, fault: 'The agenda has removed it.', isNothing: true }]
  if (codeOf(event['state']) === refused) return left('The agenda has refused it.')
  const timings = timingsOf(event, reading)
  if (timings.timings.length === 0) return left('It has no times.')
  const places = placesOf(event['location'], language)
  const additional = additionalOf(event, reading)
  const terms = [
    ...termRecords('tag', [...spokenList(event['keywords'], language), ...additional.tags]),
    ...termRecords('category', additional.categories),
  ]
  const images = picturesOf(event['image'], event['imageCredits'])
  const linked = [...places, ...terms, ...images]
  const { website, contacts } = registrationOf(event['registration'])
  const cost = costOrText(spoken(event['conditions'], language))
  const short = spoken(event['description'], language)
  const long = descriptionHtml(spoken(event['longDescription'], language))
  const happening = happeningOf(codeOf(event['status']))
  const record: ImportedEvent = {
    kind: 'event',
    key,
    fields: {
      title: escapeHtml(spoken(event['title'], language)),
      description:
        [long || escapeHtml(short), ...(cost.text === '' ? [] : [escapeHtml(cost.text)]), ...contacts].join(
          '\n\n',
        ) || null,
      excerpt: long === '' ? null : escapeHtml(short) || null,
      website,
      cost: cost.cost,
      status: statusOf(codeOf(event['state'])),
      featured: event['featured'] === true || event['featured'] === 1,
      ...happens(happening, null),
      ...attendanceOf(event),
      ...additional.fields,
    },
    custom: additional.custom,
    venues: keysOf('venue', places),
    organizers: [],
    // What no map places is left to those who edit.
    ...(additional.categories.length > 0 ? { categories: keysOf('category', terms) } : {}),
    tags: keysOf('tag', terms),
    image: images[0]?.key ?? null,
    lost: [...timings.lost, ...additional.lost, ...lostOf(event)],
    assumed: additional.assumed,
  }
  return [...linked, ...datedEvents(record, timings, reading)]
}

/** A number that is told by itself, or with what it is called (includeLabels=1). */
function codeOf(value: unknown): number | undefined {
  const text = plain(isObject(value) ? value['id'] : value)
  return text === '' ? undefined : Number(text)
}

const [refused, published] = [-1, 2]

/** What waits for its agenda waits here, too; what does not say it is published, as others are shown to nobody. */
function statusOf(state: number | undefined): string {
  return state === undefined || state === published ? 'publish' : 'pending'
}

/** What happens to events, by the numbers of OpenAgenda; that one is full is said in other words. */
const happenings: Readonly<Record<number, EventStatus>> = {
  2: 'rescheduled',
  3: 'moved_online',
  4: 'postponed',
  6: 'canceled',
}
const full = 5

function happeningOf(status: number | undefined): EventStatus {
  return (status === undefined ? undefined : happenings[status]) ?? 'scheduled'
}

const modes: Readonly<Record<number, string>> = { 1: 'in_person', 2: 'online', 3: 'mixed' }

function attendanceOf(event: Wire): { readonly attendance_mode: string; readonly online_url: string | null } {
  const url = readAddress(plain(event['onlineAccessLink']))
  const mode = modes[codeOf(event['attendanceMode']) ?? 1] ?? 'in_person'
  return { attendance_mode: mode, online_url: mode !== 'in_person' && url?.startsWith('https:') ? url : null }
}

/** How one registers: at the first address, and by what else is said below the description. */
function registrationOf(value: unknown): {
  readonly website: string | null
  readonly contacts: readonly string[]
} {
  const said = [value ?? []]
    .flat()
    .map((one) => plain(asWire(one)?.['value'] ?? one))
    .filter(Boolean)
  const addresses: string[] = []
  const contacts: string[] = []
  for (const one of said) {
    const mail = one.replace(/^mailto:/i, '')
    const address = isEmail(mail) ? undefined : readAddress(one)
    if (isEmail(mail)) contacts.push(`<a href="mailto:${escapeHtml(mail)}">${escapeHtml(mail)}</a>`)
    else if (address !== undefined) addresses.push(address)
    else contacts.push(escapeHtml(one.replace(/^tel:/i, '')))
  }
  const [website = null, ...further] = addresses
  return {
    website,
    contacts: [...contacts, ...(further.length > 0 ? [withAddresses('', further)] : [])],
  }
}

function lostOf(event: Wire): readonly string[] {
  const mode = codeOf(event['attendanceMode']) ?? 1
  const link = plain(event['onlineAccessLink'])
  return [
    ...(codeOf(event['status']) === full ? ['status: it is full, which registrations say here'] : []),
    ...(link !== '' && mode !== 1 && !readAddress(link)?.startsWith('https:')
      ? [`onlineAccessLink: ${quote(link)} is no https address`]
      : []),
  ]
}
