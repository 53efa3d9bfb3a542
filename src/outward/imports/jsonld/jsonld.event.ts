import { hash } from 'node:crypto'
import { type NameOf, type NamesWith, refusalsOf } from '../../../fields/declare.ts'
import { eventFields } from '../../../fields/events.fields.ts'
import type { Not } from '../../../fields/field.ts'
import { decodeEntities, escapeHtml } from '../../../pure/text/html.ts'
import { quote } from '../../../pure/params/parameter.ts'
import { isObject } from '../../../pure/params/lists.ts'
import { symbolOf, withCurrency } from '../imports.cost.ts'
import type { Clock } from '../imports.fields.ts'
import { keysOf, termRecords, withAddresses, withLinks } from '../imports.links.ts'
import type { ImportedEvent, ImportRecord } from '../imports.record.ts'
import type { EventThing } from './jsonld.values.ts'
import { imagesOf } from './jsonld.image.ts'
import { type Named, organizersOf, venuesOf } from './jsonld.place.ts'
import { schedulesOf } from './jsonld.schedule.ts'
import { attendanceIn } from './jsonld.attendance.ts'
import { statusOf } from './jsonld.status.ts'
import { lostOfRepertoire, nameInRepertoire, textsBeside, whole } from './jsonld.production.ts'
import { previousOf } from './jsonld.previous.ts'
import { datesOf, type Times } from './jsonld.times.ts'
import {
  addressIn,
  type Graph,
  nameIn,
  textIn,
  textsIn,
  type Thing,
  thingsIn,
  valuesIn,
} from './jsonld.values.ts'

/** The event, once for each time that it takes place, after the records that it is linked to. */
export function readEvent(found: EventThing, graph: Graph, clock: Clock): ImportRecord[] {
  const { line } = found
  const thing = whole(found, graph)
  const times = timesOf(thing, graph, clock)
  const [venues, organizers] = [venuesOf(thing['location'], graph), organizersOf(thing['organizer'], graph)]
  const images = imagesOf(thing['image'], graph)
  const tags = termRecords(
    'tag',
    ['keywords', 'genre', 'eventType'].flatMap((name) =>
      valuesIn(thing[name]).flatMap((each) => nameIn(each, graph).split(',')),
    ),
  )
  const linked = [...venues.records, ...organizers.records, ...tags, ...images]
  const url = addressIn(thing['url'], graph)
  const [website = null, ...further] = new Set([url ?? [], venues.addresses].flat())
  const { status, happens, assumed } = statusOf(thing, graph)
  const own = nameInRepertoire(found, graph)
  const key = own ?? keyOf(thing, graph)
  const keyAt = ({ said }: { readonly said: string }) =>
    own !== undefined && times.occurrences.length === 1 ? own : `${key} ${said}`
  const [first] = times.occurrences
  const previous = previousOf(thing, happens, clock)
  const before =
    previous.starts.length > 0 ? { kept: { previous_starts: JSON.stringify(previous.starts) } } : {}
  const about = {
    ...saidOfEvent(thing, graph),
    description: withAddresses(descriptionOf(thing), further) || null,
    website,
    status,
    event_status: happens,
  }
  const links = {
    venues: keysOf('venue', linked),
    organizers: keysOf('organizer', linked),
    tags: keysOf('tag', linked),
    image: images[0]?.key ?? null,
  }
  const said = {
    lost: [
      ...times.lost,
      ...lostOf(thing, graph, [venues, organizers]),
      ...lostOfRepertoire(found, new Set(homeless.filter((name) => thing[name] !== undefined))),
      ...previous.lost,
    ],
    assumed: [...times.assumed, ...assumed],
  }
  const events = times.occurrences.map((each): ImportedEvent => {
    const event = { kind: 'event' as const, key: keyAt(each), at: `line ${line}` }
    // Those after the first belong to it.
    const isFirst = each === first
    const told = isFirst ? { ...said, ...before } : { lost: [], assumed: [], parent: keyAt(first ?? each) }
    return Object.assign(event, { fields: { ...about, ...each.fields } }, links, told)
  })
  return [...linked, ...events]
}

function saidOfEvent(thing: Thing, graph: Graph) {
  return {
    title: escapeHtml(textIn(thing, 'name') || textIn(thing, 'headline')),
    ...(textIn(thing, 'abstract') === '' ? {} : { excerpt: textIn(thing, 'abstract') }),
    cost: costsOf(thing, graph),
    ...attendanceIn(thing, graph),
  }
}

/** What of an event is said by several members together. */
type SaidTogether =
  | 'description'
  | 'website'
  | 'status'
  | 'event_status'
  | 'start_date'
  | 'end_date'
  | 'timezone'
  | 'all_day'

/** What is a record of its own. */
type Linked = 'venue' | 'organizer' | 'tags' | 'image'

/** What pages do not say of events in schema.org, beside what concerns the calendar alone that they are of. */
export const leftOutOfEvents: Readonly<
  Record<
    Exclude<
      NameOf<typeof eventFields>,
      keyof ReturnType<typeof saidOfEvent> | SaidTogether | Linked | NamesWith<typeof eventFields, OfCalendar>
    >,
    string
  >
> = refusalsOf(eventFields, 'jsonld')

/** What tables and feeds do not tell, or not even another Kalends. */
type OfCalendar = { readonly csv: Not } | { readonly site: Not }

/** The permanent key of an event, but for its start: its @id, its address, else its name. The dates of a series may share it. */
function keyOf(thing: Thing, graph: Graph): string {
  return (
    graph.idOf(thing) ||
    (addressIn(thing['url'], graph) ?? hash('sha256', textIn(thing, 'name'), 'base64url'))
  )
}

/** The dates of its schedule if it has one that can be followed, else its own. */
function timesOf(thing: Thing, graph: Graph, clock: Clock): Times {
  const { occurrences, lost, assumed = [] } = schedulesOf(thing, graph, clock)
  if (occurrences) return { occurrences, lost, assumed }
  const own = datesOf(thing, clock)
  return { ...own, lost: [...lost, ...own.lost] }
}

/** The prices of its offers, each with its currency; free where it says so. */
function costsOf(thing: Thing, graph: Graph): string[] {
  const offers = thingsIn(thing['offers'], graph).filter(isObject)
  const priced = offers.flatMap((offer) => [
    offer,
    ...thingsIn(offer['priceSpecification'], graph).filter(isObject),
    ...thingsIn(offer['offers'], graph).filter(isObject),
  ])
  const prices = priced.flatMap((offer) => {
    const currency =
      textIn(offer, 'priceCurrency') || offers.map((each) => textIn(each, 'priceCurrency')).find(Boolean)
    const symbol = symbolOf(currency ?? '')
    return ['price', 'lowPrice', 'highPrice', 'minPrice', 'maxPrice'].flatMap((name) =>
      textsIn(offer[name]).map((price) => priceOf(price, symbol)),
    )
  })
  if (prices.length > 0) return [...new Set(prices)]
  return /^(?:https?:\/\/schema\.org\/)?true$/i.test(String(valuesIn(thing['isAccessibleForFree'])[0]))
    ? ['0']
    : []
}

function priceOf(price: string, symbol: string): string {
  if (/^(?:free|0+(?:[.,]0+)?)$/i.test(price)) return '0'
  return withCurrency(price, symbol, symbol === '€')
}

/** Members of schema.org that people miss when they are not there. */
const homeless = ['performer', 'sponsor', 'doorTime', 'typicalAgeRange'] as const

function lostOf(thing: Thing, graph: Graph, named: readonly Named[]): string[] {
  const url = textIn(thing, 'url')
  const currencies = thingsIn(thing['offers'], graph)
    .filter(isObject)
    .flatMap((offer) => textIn(offer, 'priceCurrency') || [])
    .filter((currency) => symbolOf(currency) === '')
  return [
    ...named.flatMap(({ lost }) => lost),
    ...(url !== '' && addressIn(thing['url'], graph) === undefined
      ? [`url: it is ${quote(url)}, which is no whole web address`]
      : []),
    ...[...new Set(currencies)].map((code) => `offers: ${quote(code)} is no currency`),
    ...homeless.filter((name) => thing[name] !== undefined).map((name) => `${name}: it has no place here`),
  ]
}

/** The Events Calendar escapes line breaks once too often: they are a backslash and a letter between its elements. */
function descriptionOf(thing: Thing): string {
  const text = decodeEntities(textIn(thing, 'description'))
  const own = withLinks(
    text.replaceAll(/>(?:\s|\\[rn])+(?=<|$)/g, (gap) => gap.replaceAll(/\\[rn]/g, '\n')),
  ).trim()
  const { before, after } = textsBeside(thing)
  return [before, own, after].filter((part) => part !== '').join('\n\n')
}
