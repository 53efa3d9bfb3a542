/**
 * What schema.org and search engines ask of the data of events and lists in their written rules: Google’s page on events (“Event structured
 * data”), that on lists (“Carousel”), and the vocabulary of schema.org. Nothing of that is software here; so the rules are written down.
 */

type Thing = Readonly<Record<string, unknown>>

/** What is wrong with the data of a page, a line each: what is required and missing or malformed, and what is recommended and missing. */
export function faultsIn(data: unknown): string[] {
  const { '@context': context, '@type': type } = asThing(data)
  const told = context === 'https://schema.org' ? [] : [`@context is ${String(context)}`]
  if (type === 'ItemList') return [...told, ...faultsOfList(asThing(data))]
  if (type === 'Event' || type === 'EventSeries') return [...told, ...faultsOfEvent(asThing(data))]
  if (type === 'Place') return [...told, ...faultsOfPlace(asThing(data))]
  if (type === 'Organization') return [...told, ...faultsOfOrganizer(asThing(data))]
  return [...told, `no rule is known for ${String(type)}`]
}

const day = /^\d{4}-\d{2}-\d{2}$/
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:Z|[+-]\d{2}:\d{2})$/

const statuses = oneOf(
  'EventScheduled',
  'EventCancelled',
  'EventPostponed',
  'EventRescheduled',
  'EventMovedOnline',
)
const availabilities = oneOf('InStock', 'SoldOut', 'PreOrder')

function faultsOfEvent(event: Thing): string[] {
  const { startDate, endDate, eventStatus, eventAttendanceMode: mode, previousStartDate } = event
  const places = listOf(event['location'])
  const physical = places.filter((place) => place['@type'] === 'Place')
  const online = places.filter((place) => place['@type'] === 'VirtualLocation')
  const isDate = (date: unknown) => typeof date === 'string' && (day.test(date) || moment.test(date))
  const invented = Object.keys(event).filter((name) => !vocabulary.has(name))
  return [
    ...texts(event, ['name', 'description', 'url']),
    ...(isDate(startDate) ? [] : ['startDate is no date, and no moment with an offset']),
    ...(isDate(endDate) ? [] : ['endDate is no date, and no moment with an offset']),
    ...(day.test(String(startDate)) === day.test(String(endDate)) ? [] : ['one of the dates has a time']),
    ...(Date.parse(String(startDate)) <= Date.parse(String(endDate)) ? [] : ['it ends before it starts']),
    ...(statuses.has(String(eventStatus)) ? [] : ['eventStatus is none']),
    // They ask for a place, too; but of an event that has told none it would be invented.
    ...(event['location'] === undefined || places.length > 0 ? [] : ['location is empty']),
    ...physical.flatMap((place) => (typeof place['url'] === 'string' ? [] : ['a place is invented'])),
    ...(mode === 'https://schema.org/OnlineEventAttendanceMode' && online.length === 0
      ? ['no place online']
      : []),
    ...(mode === 'https://schema.org/MixedEventAttendanceMode' && online.length === 0
      ? ['it is online, too, and that is missing']
      : []),
    ...(/^https:\/\/schema\.org\/(?:Offline|Online|Mixed)EventAttendanceMode$/.test(String(mode))
      ? []
      : ['eventAttendanceMode is none']),
    ...(eventStatus === 'https://schema.org/EventMovedOnline' && online.length === 0
      ? ['moved nowhere']
      : []),
    ...((eventStatus === 'https://schema.org/EventRescheduled') === (previousStartDate !== undefined)
      ? []
      : ['previousStartDate belongs to what is rescheduled, and to nothing else']),
    ...(webAddresses(event['image']) ? [] : ['image is missing']),
    ...physical.flatMap(faultsOfPlace),
    ...online.flatMap((place) => texts(place, ['url'])),
    ...listOf(event['organizer']).flatMap(faultsOfOrganizer),
    ...listOf(event['offers']).flatMap(faultsOfOffer),
    ...invented.map((name) => `${name} is no property of an event`),
  ]
}

/** The properties that an event of ours may have. A performer is not among them: nobody has said who performs. */
const vocabulary = new Set([
  '@context',
  '@type',
  'name',
  'description',
  'url',
  'eventStatus',
  'previousStartDate',
  'startDate',
  'endDate',
  'image',
  'eventAttendanceMode',
  'location',
  'organizer',
  'offers',
  'eventSchedule',
])

function faultsOfPlace(place: Thing): string[] {
  const { address } = place
  const isPostal = typeof address === 'object' && asThing(address)['@type'] === 'PostalAddress'
  const parts = isPostal ? Object.keys(asThing(address)).filter((name) => name !== '@type') : []
  const isAddress = parts.length > 0 || (typeof address === 'string' && address !== '')
  return [...texts(place, ['name']), ...(isAddress ? [] : ['a place has no address'])]
}

function faultsOfOrganizer(organizer: Thing): string[] {
  const type = organizer['@type'] === 'Organization' ? [] : ['the organizer is of no kind']
  return [...type, ...texts(organizer, ['name', 'url']).map((fault) => `organizer: ${fault}`)]
}

function faultsOfOffer(offer: Thing): string[] {
  const { price, priceCurrency, availability, validFrom } = offer
  const isPriced = price !== undefined || priceCurrency !== undefined
  return [
    ...texts(offer, ['url']).map((fault) => `offer: ${fault}`),
    ...(isPriced && !/^\d+(?:\.\d+)?$/.test(String(price))
      ? [`the price ${String(price)} is no number`]
      : []),
    ...(isPriced && !/^[A-Z]{3}$/.test(String(priceCurrency)) ? ['a price has no currency'] : []),
    ...(availabilities.has(String(availability)) ? [] : ['an offer has no availability']),
    ...(moment.test(String(validFrom)) ? [] : ['validFrom is no moment']),
  ]
}

function faultsOfList(list: Thing): string[] {
  const items = listOf(list['itemListElement'])
  const urls = items.map(({ url }) => String(url))
  return [
    ...(items.length > 0 ? [] : ['the list is empty']),
    ...items.flatMap(({ '@type': type, position }, at) =>
      type === 'ListItem' && position === at + 1 ? [] : [`item ${at + 1} stands elsewhere`],
    ),
    ...(new Set(urls).size === urls.length ? [] : ['an address is there twice']),
    // A list of a page names pages of the same site.
    ...(new Set(urls.map((url) => new URL(url).origin)).size === 1
      ? []
      : ['its addresses are of several sites']),
  ]
}

/** What is wrong with texts that must be there: plain, and whole addresses where they are addresses. */
function texts(thing: Thing, names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const text = thing[name]
    if (typeof text !== 'string' || text === '') return [`${String(thing['@type'])} has no ${name}`]
    if (name === 'url') return webAddresses(text) ? [] : [`${text} is no address`]
    return /<\/?[a-z]|&(?:amp|lt|#\d+);/i.test(text) ? [`${name} is not plain: ${text}`] : []
  })
}

function webAddresses(value: unknown): boolean {
  const all = Array.isArray(value) ? value : [value]
  return all.length > 0 && all.every((one) => typeof one === 'string' && /^https?:\/\/[^/\s]+/.test(one))
}

function oneOf(...names: readonly string[]): ReadonlySet<string> {
  return new Set(names.map((name) => `https://schema.org/${name}`))
}

function listOf(value: unknown): readonly Thing[] {
  const all = Array.isArray(value) ? value : [value]
  return all.filter((one) => typeof one === 'object' && one !== null)
}

function asThing(value: unknown): Thing {
  return typeof value === 'object' && value !== null ? (value as Thing) : {}
}
