import { eventFields } from '../../../fields/events.fields.ts'
import { organizerFields } from '../../../fields/organizers.fields.ts'
import { categoryFields, tagFields } from '../../../fields/terms.fields.ts'
import { venueFields } from '../../../fields/venues.fields.ts'
import type { CostFormat } from '../../../pure/text/cost.ts'
import type { Zone } from '../../../pure/calendar/zone.ts'
import { stripTags } from '../../../pure/text/html.ts'
import { renderTitle } from '../../../pure/text/render.ts'
import { slugBeforeTrash } from '../../../records/posts/posts.slug.ts'
import type {
  CustomField,
  DeclaredThere,
  ImportedEvent,
  ImportedImage,
  ImportedOrganizer,
  ImportedTerm,
  ImportedVenue,
  ImportRecord,
  Told,
  Unreadable,
} from '../imports.record.ts'
import { costIn } from './site.cost.ts'
import { keptDates, timesOf, wallSeconds } from './site.dates.ts'
import type { TextPlace } from './site.pictures.ts'
import { plainTextOfHtml } from '../../../pure/text/plain.ts'
import { ownFields } from './site.declared.ts'
import { ownMembers } from './site.kalends.ts'
import { typedText } from './site.text.ts'
import { isOurColor, namesOfExtras } from './site.wp.ts'
import { type ReadTexts, readTexts, websiteIn } from './site.texts.ts'
import { valuesIn } from './site.values.ts'
import { asWire, textIn, type Wire, wireId, wiresIn } from './site.wire.ts'

/** What reading the records of a site depends on. */
export interface SiteFacts {
  /** The zone of the site that is read, for dates without one of their own. */
  readonly siteZone: Zone
  /** How costs are shown here. */
  readonly costFormat: CostFormat
  /** The currency of amounts here that have no sign. */
  readonly currencyCode?: string | undefined
  /** Where its texts stand. */
  readonly place: TextPlace
  /** Whether it is another Kalends, which says more. */
  readonly isKalends: boolean
  /** The fields that it has declared, with the kinds of records that have them. */
  readonly declared: readonly DeclaredThere[]
}

type Read = ImportRecord | Unreadable

/** An event of a site, after its images. What is nested in it is read by {@link mentionsIn}. */
export function readEvent(value: unknown, facts: SiteFacts): Read[] {
  const wire = asWire(value)
  const id = wire && wireId(wire)
  if (!wire || id === undefined) return [unreadable('event', value)]
  const read = readTexts(wire, facts.place, true)
  const event: ImportedEvent = {
    kind: 'event',
    key: String(id),
    id,
    ...(facts.isKalends ? {} : uidOf(wire, id)),
    ...postOf(wire),
    ...eventIn(wire, facts, read),
    texts: read.texts,
    venues: keysOf(wiresIn(wire['venue'])),
    organizers: keysOf(wiresIn(wire['organizer'])),
    // Sets, which come in any order.
    categories: keysOf(wiresIn(wire['categories'])).toSorted(),
    tags: keysOf(wiresIn(wire['tags'])).toSorted(),
  }
  return [...imageOf(wire), ...read.images, event]
}

/** The records that are nested in an event: of each the kind, and what the event shows of it. */
export function mentionsIn(value: unknown): { readonly kind: MentionKind; readonly wire: Wire }[] {
  const wire = asWire(value) ?? {}
  return (['venue', 'organizer', 'category', 'tag'] as const).flatMap((kind) =>
    wiresIn(wire[memberOf[kind]]).map((each) => ({ kind, wire: each })),
  )
}

/** The kinds of records that are nested in events. */
export type MentionKind = keyof typeof memberOf
const memberOf = { venue: 'venue', organizer: 'organizer', category: 'categories', tag: 'tags' } as const

/** What the feeds of the original call the event: its wall clocks as if they were UTC, in seconds, at the host of the site. */
function uidOf(wire: Wire, id: number): { uid?: string } {
  const [host] = textIn(wire, 'global_id').split(/[/?]/, 1)
  const [start, end] = ['start_date', 'end_date'].map((name) => wallSeconds(textIn(wire, name)))
  return host && start !== undefined && end !== undefined ? { uid: `${id}-${start}-${end}@${host}` } : {}
}

/** What of events is said otherwise than by a member of that name. */
const eventByHand = {
  description: 'its pictures are fetched',
  excerpt: 'its pictures are fetched',
  website: 'an event without one shows its own page',
  post_parent: 'only a Kalends tells it, and by the ID there',
  event_status: 'the original tells it elsewhere, or not at all',
  online_url: 'it may be there and not be shown',
}

/** The same of venues and organizers. */
const linkedByHand = { description: 'its pictures are fetched' }

/** The same of terms. */
const termByHand = { description: 'its ampersands are decoded' }

/** The fields of an event, the columns that are kept as they are, and what is told of them. */
function eventIn(
  wire: Wire,
  facts: SiteFacts,
  read: ReadTexts,
): Pick<ImportedEvent, 'fields' | 'kept' | 'lost' | 'assumed' | 'uid' | 'parent' | 'custom'> {
  const own = facts.isKalends ? ownMembers(wire, facts.siteZone) : undefined
  const { times, lost } = timesOf(wire)
  const [url, website] = [textIn(wire, 'url'), textIn(wire, 'website')]
  const title = titleIn(wire, 'title', 'Untitled event')
  const fields = {
    ...postFields(wire),
    ...times,
    title: title.text,
    ...read.fields,
    all_day: wire['all_day'] === true,
    cost: costIn(wire, facts),
    // An event without a website shows its page.
    website: website === url ? null : websiteIn(wire),
    ...valuesIn(eventFields, wire, { byHand: eventByHand, isKalends: facts.isKalends }),
    ...own?.fields,
    ...ownFields('event', wire, facts),
  }
  const kept = {
    ...keptDates(wire, facts.siteZone),
    ...own?.kept,
    ...(website === '' && url !== '' ? { website: '' } : {}),
  }
  const { uid, parent } = own ?? {}
  return {
    ...(uid === undefined ? {} : { uid }),
    ...(parent === undefined ? {} : { parent }),
    fields,
    kept,
    ...(facts.isKalends ? {} : { custom: customFields(wire) }),
    lost: [...lost, ...read.lost, ...(own?.lost ?? [])],
    assumed: [...title.assumed, ...read.assumed],
  }
}

/** The title or name of a record; one that has none gets one, as nothing is without a name here. */
function titleIn(wire: Wire, name: string, otherwise: string): { text: string; assumed: Told[] } {
  const text = typedText(textIn(wire, name), renderTitle)
  if (stripTags(text).trim() !== '') return { text, assumed: [] }
  return {
    text: otherwise,
    assumed: [{ field: name, what: '', why: `it has none, and is called “${otherwise}”` }],
  }
}

/** A venue, after its images. */
export function readVenue(value: unknown, facts: SiteFacts): Read[] {
  const wire = asWire(value)
  const id = wire && wireId(wire)
  if (!wire || id === undefined) return [unreadable('venue', value)]
  const read = readTexts(wire, facts.place, false)
  const title = titleIn(wire, 'venue', 'Untitled venue')
  const venue: ImportedVenue = {
    kind: 'venue',
    key: String(id),
    id,
    ...postOf(wire),
    fields: {
      ...postFields(wire),
      venue: title.text,
      ...read.fields,
      ...valuesIn(venueFields, wire, { byHand: linkedByHand, isKalends: facts.isKalends }),
      ...ownFields('venue', wire, facts),
    },
    kept: keptDates(wire, facts.siteZone),
    texts: read.texts,
    lost: read.lost,
    assumed: [...title.assumed, ...read.assumed],
  }
  return [...imageOf(wire), ...read.images, venue]
}

/** An organizer, after its images. */
export function readOrganizer(value: unknown, facts: SiteFacts): Read[] {
  const wire = asWire(value)
  const id = wire && wireId(wire)
  if (!wire || id === undefined) return [unreadable('organizer', value)]
  const read = readTexts(wire, facts.place, false)
  const title = titleIn(wire, 'organizer', 'Untitled organizer')
  const organizer: ImportedOrganizer = {
    kind: 'organizer',
    key: String(id),
    id,
    ...postOf(wire),
    fields: {
      ...postFields(wire),
      organizer: title.text,
      ...read.fields,
      ...valuesIn(organizerFields, wire, { byHand: linkedByHand, isKalends: facts.isKalends }),
      ...ownFields('organizer', wire, facts),
    },
    kept: keptDates(wire, facts.siteZone),
    texts: read.texts,
    lost: read.lost,
    assumed: [...title.assumed, ...read.assumed],
  }
  return [...imageOf(wire), ...read.images, organizer]
}

/** A category or tag, from its own list or as it is shown within an event. */
export function readTerm(kind: 'category' | 'tag', value: unknown): Read {
  const wire = asWire(value)
  const id = wire && wireId(wire)
  if (!wire || id === undefined) return unreadable(kind, value)
  const parent = Number(wire['parent'] ?? 0)
  const [slug, color] = [textIn(wire, 'slug'), textIn(wire, 'color')]
  const term = {
    key: String(id),
    id,
    ...permalinkOf(wire),
    fields: {
      ...(kind === 'tag'
        ? valuesIn(tagFields, wire, { byHand: termByHand, isKalends: false })
        : valuesIn(categoryFields, wire, { byHand: termByHand, isKalends: false })),
      name: textIn(wire, 'name'),
      description: orNull(decodeAmpersands(textIn(wire, 'description'))),
      ...(slug === '' ? {} : { slug }),
      ...(isOurColor(['color', color]) && kind === 'category' ? { color } : {}),
    },
    ...extrasLost(wire),
  }
  if (kind === 'tag') return { ...term, kind } satisfies ImportedTerm<'tag'>
  return { ...term, kind, parent: parent > 0 ? String(parent) : null } satisfies ImportedTerm<'category'>
}

/** Images of a category, and colours of one’s own, have no place here. */
function extrasLost(wire: Wire): { lost?: Told[] } {
  const names = namesOfExtras([...Object.entries(wire), ...Object.entries(asWire(wire['meta']) ?? {})])
  return names.length === 0 ? {} : { lost: [extraLost(names)] }
}

/** What is told of colours and images of a category. */
export function extraLost(names: readonly string[]): Told {
  return {
    field: 'meta',
    what: names.join(', '),
    why: 'a colour here is one of twelve names, and categories have no images',
  }
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
  const [status, named] = [textIn(wire, 'status'), textIn(wire, 'slug')]
  const slug = status === 'trash' ? slugBeforeTrash(named) : named
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
      permalink: url,
      fields: {},
    },
  ]
}

function imageKey(image: Wire): string {
  return String(wireId(image) ?? textIn(image, 'url'))
}

/** Descriptions of terms are shown as they are stored, except for `&`. */
function decodeAmpersands(text: string): string {
  return text.replaceAll(/&(?:amp|#0*38);/g, '&')
}

function keysOf(wires: readonly Wire[]): string[] {
  return wires.flatMap((wire) => wireId(wire) ?? []).map(String)
}

/** Fields of the original’s add-on: `{key: {label, value}}`. */
function customFields(wire: Wire): CustomField[] {
  return Object.entries(asWire(wire['custom_fields']) ?? {}).flatMap(([key, said]) => {
    const field = asWire(said)
    return field
      ? [{ key, label: plainTextOfHtml(textIn(field, 'label')), value: textIn(field, 'value') }]
      : []
  })
}

function orNull(text: string): string | null {
  return text === '' ? null : text
}
