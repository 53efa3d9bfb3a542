import { type CostFormat, costView, readCost } from '../../text/cost.ts'
import type { Zone } from '../../calendar/zone.ts'
import { decodeEntities } from '../../text/html.ts'
import { renderContent, renderExcerpt, renderTitle } from '../../text/render.ts'
import type {
  ImportedEvent,
  ImportedImage,
  ImportedOrganizer,
  ImportedTerm,
  ImportedVenue,
  ImportRecord,
  Unreadable,
} from '../imports.record.ts'
import { keptDates, timesOf, wallSeconds } from './site.dates.ts'
import { typedText } from './site.text.ts'
import { asWire, textIn, type Wire, wireId, wiresIn } from './site.wire.ts'

/** What reading the records of a site depends on. */
export interface SiteFacts {
  /** The zone of the site that is read, for dates without one of their own. */
  readonly siteZone: Zone
  /** How costs are shown here. */
  readonly costFormat: CostFormat
}

type Read = ImportRecord | Unreadable

/** An event of a site, after the records that are nested in it. */
export function readEvent(value: unknown, facts: SiteFacts): Read[] {
  const wire = asWire(value)
  const id = wire && wireId(wire)
  if (!wire || id === undefined) return [unreadable('event', value)]
  const [venues, organizers] = [wiresIn(wire['venue']), wiresIn(wire['organizer'])]
  const [categories, tags] = [wiresIn(wire['categories']), wiresIn(wire['tags'])]
  const event: ImportedEvent = {
    kind: 'event',
    key: String(id),
    id,
    ...uidOf(wire, id),
    ...postOf(wire),
    ...eventIn(wire, facts),
    venues: keysOf(venues),
    organizers: keysOf(organizers),
    categories: keysOf(categories),
    tags: keysOf(tags),
  }
  return [
    ...venues.flatMap((venue) => readVenue(venue, facts, true)),
    ...organizers.flatMap((organizer) => readOrganizer(organizer, facts, true)),
    ...categories.map((term) => readTerm('category', term, true)),
    ...tags.map((term) => readTerm('tag', term, true)),
    ...imageOf(wire),
    event,
  ]
}

/** What the feeds of the original call the event: its wall clocks as if they were UTC, in seconds, at the host of the site. */
function uidOf(wire: Wire, id: number): { uid?: string } {
  const [host] = textIn(wire, 'global_id').split(/[/?]/, 1)
  const [start, end] = ['start_date', 'end_date'].map((name) => wallSeconds(textIn(wire, name)))
  return host && start !== undefined && end !== undefined ? { uid: `${id}-${start}-${end}@${host}` } : {}
}

/** The fields of an event, the columns that are kept as they are, and what cannot be stored. */
function eventIn(wire: Wire, facts: SiteFacts): Pick<ImportedEvent, 'fields' | 'kept' | 'lost'> {
  const { times, lost } = timesOf(wire)
  const [url, website] = [textIn(wire, 'url'), textIn(wire, 'website')]
  const fields = {
    ...postFields(wire),
    ...times,
    title: typedText(textIn(wire, 'title'), renderTitle),
    description: orNull(typedText(textIn(wire, 'description'), renderContent)),
    excerpt: orNull(typedText(textIn(wire, 'excerpt'), renderExcerpt)),
    all_day: wire['all_day'] === true,
    cost: costIn(wire, facts.costFormat),
    // An event without a website shows its page.
    website: website === url ? null : orNull(website),
    ...flagsIn(wire, ['show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured']),
  }
  const kept = {
    ...keptDates(wire, facts.siteZone),
    ...(website === '' && url !== '' ? { website: '' } : {}),
  }
  return { fields, kept, lost: [...lost, ...customFields(wire)] }
}

/** A venue, after its image; `isPartial`: as it is shown within an event. */
export function readVenue(value: unknown, facts: SiteFacts, isPartial = false): Read[] {
  const wire = asWire(value)
  const id = wire && wireId(wire)
  if (!wire || id === undefined) return [unreadable('venue', value)]
  const { geo_lat, geo_lng } = wire
  const venue: ImportedVenue = {
    kind: 'venue',
    key: String(id),
    id,
    ...postOf(wire),
    fields: {
      ...postFields(wire),
      venue: typedText(textIn(wire, 'venue'), renderTitle),
      description: orNull(typedText(textIn(wire, 'description'), renderContent)),
      // Records leave out members without a value.
      ...textsIn(wire, ['address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'stateprovince']),
      website: orNull(textIn(wire, 'website')),
      ...flagsIn(wire, ['show_map', 'show_map_link']),
      ...(typeof geo_lat === 'number' && typeof geo_lng === 'number' ? { geo_lat, geo_lng } : {}),
    },
    kept: keptDates(wire, facts.siteZone),
    ...(isPartial ? { isPartial } : {}),
  }
  return [...imageOf(wire), venue]
}

/** An organizer, after its image; `isPartial`: as it is shown within an event. */
export function readOrganizer(value: unknown, facts: SiteFacts, isPartial = false): Read[] {
  const wire = asWire(value)
  const id = wire && wireId(wire)
  if (!wire || id === undefined) return [unreadable('organizer', value)]
  const organizer: ImportedOrganizer = {
    kind: 'organizer',
    key: String(id),
    id,
    ...postOf(wire),
    fields: {
      ...postFields(wire),
      organizer: typedText(textIn(wire, 'organizer'), renderTitle),
      description: orNull(typedText(textIn(wire, 'description'), renderContent)),
      ...textsIn(wire, ['phone', 'website', 'email']),
    },
    kept: keptDates(wire, facts.siteZone),
    ...(isPartial ? { isPartial } : {}),
  }
  return [...imageOf(wire), organizer]
}

/** A category or tag, from its own list or as it is shown within an event. */
export function readTerm(kind: 'category' | 'tag', value: unknown, isPartial = false): Read {
  const wire = asWire(value)
  const id = wire && wireId(wire)
  if (!wire || id === undefined) return unreadable(kind, value)
  const parent = Number(wire['parent'] ?? 0)
  const slug = textIn(wire, 'slug')
  const term = {
    key: String(id),
    id,
    ...permalinkOf(wire),
    fields: {
      name: textIn(wire, 'name'),
      description: orNull(decodeAmpersands(textIn(wire, 'description'))),
      ...(slug === '' ? {} : { slug }),
    },
    ...(isPartial ? { isPartial } : {}),
  }
  if (kind === 'tag') return { ...term, kind } satisfies ImportedTerm<'tag'>
  return { ...term, kind, parent: parent > 0 ? String(parent) : null } satisfies ImportedTerm<'category'>
}

function unreadable(kind: Unreadable['kind'], value: unknown): Unreadable {
  const shown = (JSON.stringify(value) ?? '').slice(0, 60)
  return { kind, key: '', fault: `It is no record with an ID, but begins “${shown}”.` }
}

/** The members that every post has beside its fields. */
function postOf(wire: Wire) {
  const image = asWire(wire['image'])
  const author = textIn(wire, 'author')
  return {
    ...(author === '' ? {} : { author }),
    image: image ? imageKey(image) : null,
    ...permalinkOf(wire),
  }
}

function permalinkOf(wire: Wire): { permalink?: string } {
  const permalink = textIn(wire, 'url')
  return permalink === '' ? {} : { permalink }
}

function postFields(wire: Wire) {
  const [status, slug] = [textIn(wire, 'status'), textIn(wire, 'slug')]
  return {
    ...(status === '' ? {} : { status }),
    ...(slug === '' ? {} : { slug }),
    date_utc: textIn(wire, 'date_utc') || undefined,
  }
}

/** The image of a post: the uploaded file or, if it cannot be fetched, the one that is shown. */
function imageOf(wire: Wire): ImportedImage[] {
  const image = asWire(wire['image'])
  const url = image && textIn(image, 'url')
  if (!image || !url) return []
  const original = textIn(image, 'original_image')
  const upload =
    original === '' ? null : URL.parse(encodeURIComponent(original.toWellFormed()), URL.parse(url)?.href)
  const id = wireId(image)
  return [
    {
      kind: 'image',
      key: imageKey(image),
      ...(id === undefined ? {} : { id }),
      urls: upload ? [upload.href, url] : [url],
      fields: {},
    },
  ]
}

function imageKey(image: Wire): string {
  return String(wireId(image) ?? textIn(image, 'url'))
}

/** The amounts with their currency, without it, or the shown text: whichever gives the same cost and details here. */
function costIn(wire: Wire, format: CostFormat): readonly string[] {
  const shown = decodeEntities(textIn(wire, 'cost'))
  if (shown === '') return []
  const details = asWire(wire['cost_details']) ?? {}
  const [symbol, position] = [textIn(details, 'currency_symbol'), textIn(details, 'currency_position')]
  const values = [details['values'] ?? []].flat().filter((value) => typeof value === 'string')
  const marked = values.map((value) => (position === 'postfix' ? `${value}${symbol}` : `${symbol}${value}`))
  const bare = shown.split(' – ').map((text) => text.replace(format.symbol, ''))
  const alike = [marked, bare, [shown]].filter((cost) => viewOf(cost, format)?.cost === shown)
  const told = JSON.stringify([symbol, position, values])
  return alike.find((cost) => viewOf(cost, format)?.details === told) ?? alike.at(-1) ?? [shown]
}

/** A cost as it is shown here; undefined when it is invalid. */
function viewOf(cost: readonly string[], format: CostFormat): { cost: string; details: string } | undefined {
  const read = readCost(cost)
  if (!read.ok) return undefined
  const view = costView(read.values, format)
  const { currency_symbol, currency_position, values } = view.details
  return {
    cost: decodeEntities(view.cost),
    details: JSON.stringify([currency_symbol, currency_position, values]),
  }
}

function flagsIn(wire: Wire, names: readonly string[]): Record<string, boolean> {
  return Object.fromEntries(
    names.flatMap((name) => (typeof wire[name] === 'boolean' ? [[name, wire[name]]] : [])),
  )
}

function textsIn(wire: Wire, names: readonly string[]): Record<string, string | null> {
  return Object.fromEntries(names.map((name) => [name, orNull(textIn(wire, name))]))
}

/** Descriptions of terms are shown as they are stored, except for `&`. */
function decodeAmpersands(text: string): string {
  return text.replaceAll(/&(?:amp|#0*38);/g, '&')
}

function keysOf(wires: readonly Wire[]): string[] {
  return wires.flatMap((wire) => wireId(wire) ?? []).map(String)
}

function customFields(wire: Wire): string[] {
  const names = Object.keys(asWire(wire['custom_fields']) ?? {})
  return names.length === 0 ? [] : [`custom_fields are not kept: ${names.join(', ')}`]
}

function orNull(text: string): string | null {
  return text === '' ? null : text
}
