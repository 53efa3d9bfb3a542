import { epochSeconds } from '../../calendar/text.ts'
import type { Zone } from '../../calendar/zone.ts'
import { escapeHtml } from '../../text/html.ts'
import type { ImportedEvent } from '../imports.record.ts'
import type { Properties } from './ical.components.ts'
import { type Links, linksOf, textIn } from './ical.links.ts'
import { BadMoment, momentsOf } from './ical.moments.ts'
import { type Times, timesOf } from './ical.times.ts'
import type { Zones } from './ical.zones.ts'

/** An event of a calendar as it was read, which describes all of its occurrences. */
export interface IcalEvent {
  readonly uid: string
  readonly line: number
  readonly properties: Properties
  readonly times: Times
  readonly links: Links
  readonly fields: ImportedEvent['fields']
  readonly kept: ImportedEvent['kept'] & object
  readonly lost: readonly string[]
}

/** What reading a calendar depends on. */
export interface Reading {
  readonly zones: Zones
  /** The zone of floating times: that of the calendar if it declares one, else that of the site. */
  readonly siteZone: Zone
  /** The zone in which moments in UTC are shown; undefined for a calendar that declares none. */
  readonly ownZone: Zone | undefined
}

/** Reads a VEVENT. Throws a {@link BadMoment} without a valid time or occurrence. */
export function readEvent(properties: Properties, line: number, reading: Reading): IcalEvent {
  const { zones, siteZone } = reading
  const times = named('DTSTART', () => timesOf(properties, zones, siteZone))
  // Only used once the series is known; faults are better reported here.
  named('RECURRENCE-ID', () => properties.get('recurrence-id')?.forEach((each) => momentsOf(each, zones)))
  const links = linksOf(properties)
  const title = textIn(properties, 'summary')
  return {
    uid: textIn(properties, 'uid') || `${title} ${times.start.wall.toString()}`,
    line,
    properties,
    times,
    links,
    fields: {
      title: escapeHtml(title === '' ? 'Untitled' : title),
      description: descriptionOf(properties),
      website: websiteOf(properties),
      status: statusOf(properties),
    },
    kept: keptOf(properties, zones),
    lost: [...times.lost, ...links.lost, ...(title === '' ? ['SUMMARY: it is missing'] : [])],
  }
}

/** Adds the name of the property to its faults. */
function named<Value>(property: string, read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    throw error instanceof BadMoment ? new BadMoment(`${property} ${error.message}`) : error
  }
}

/** HTML if there is some (Outlook has a property for it, Google puts it in the text), else the text with its lines. */
function descriptionOf(properties: Properties): string | null {
  const html = properties
    .get('x-alt-desc')
    ?.find(({ params }) => /^text\/html$/i.test(String(params['fmttype'])))?.values[0]
  if (typeof html === 'string' && html !== '') return html.replaceAll(/^.*<body[^<>]*>|<\/body>.*$/gis, '')
  const text = withoutAddress(textIn(properties, 'description'), textIn(properties, 'url'))
  if (text === '') return null
  // A tag contains no `<`, so that an unclosed one is not searched to the end of the text.
  return /<(?:p|br|a|b|i|ul|ol|div|span|strong|em)\b[^<>]*>/i.test(text) ? text : escapeHtml(text)
}

/** The text without the address of its event at the end, for calendars that show none: it is kept by itself. */
function withoutAddress(text: string, url: string): string {
  return url !== '' && text.endsWith(url) && /(?:^|\n)$/.test(text.slice(0, -url.length))
    ? text.slice(0, -url.length).trimEnd()
    : text
}

function websiteOf(properties: Properties): string | null {
  const url = textIn(properties, 'url')
  return /^https?:\/\//i.test(url) ? url : null
}

/** STATUS (RFC 5545, 3.8.1.11) and CLASS (3.8.1.3). */
function statusOf(properties: Properties): string {
  const status = textIn(properties, 'status').toUpperCase()
  if (status === 'CANCELLED') return 'trash'
  if (status === 'TENTATIVE') return 'draft'
  return /^(?:PRIVATE|CONFIDENTIAL)$/i.test(textIn(properties, 'class')) ? 'private' : 'publish'
}

function keptOf(properties: Properties, zones: Zones): IcalEvent['kept'] {
  const property = properties.get('last-modified')?.[0]
  if (!property) return {}
  try {
    const [changed] = momentsOf(property, zones)
    if (!changed) return {}
    return { modified_at: epochSeconds(changed.wall.toZonedDateTime(changed.zone?.id ?? 'UTC').toInstant()) }
  } catch (error) {
    if (error instanceof BadMoment) return {}
    throw error
  }
}
