import { epochSeconds } from '../../calendar/text.ts'
import type { Zone } from '../../calendar/zone.ts'
import { escapeHtml } from '../../text/html.ts'
import type { ImportedEvent } from '../imports.record.ts'
import type { Properties } from './ical.components.ts'
import { type Links, linksOf, textIn } from './ical.links.ts'
import { BadMoment, momentsOf } from './ical.moments.ts'
import { type Times, timesOf } from './ical.times.ts'
import type { Zones } from './ical.zones.ts'

/** An event of a calendar as it was read: what all its occurrences say. */
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

/** What calendars are read with. */
export interface Reading {
  readonly zones: Zones
  /** Where floating clocks hang: the zone that the calendar says is its own, else that of the site. */
  readonly siteZone: Zone
  /** In it moments in UTC are shown; undefined for a calendar that has none of its own. */
  readonly ownZone: Zone | undefined
}

/** Reads a VEVENT. Throws a {@link BadMoment} when it does not say when, or which occurrence, it is. */
export function readEvent(properties: Properties, line: number, reading: Reading): IcalEvent {
  const { zones, siteZone } = reading
  const times = named('DTSTART', () => timesOf(properties, zones, siteZone))
  // Read where the series is known; what cannot be read there is better told here.
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

/** What is wrong with a property is told with its name. */
function named<Value>(property: string, read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    throw error instanceof BadMoment ? new BadMoment(`${property} ${error.message}`) : error
  }
}

/** HTML where there is some (Outlook has it apart, Google within), else the text with its lines. */
function descriptionOf(properties: Properties): string | null {
  const html = properties
    .get('x-alt-desc')
    ?.find(({ params }) => /^text\/html$/i.test(String(params['fmttype'])))?.values[0]
  if (typeof html === 'string' && html !== '') return html.replaceAll(/^.*<body[^<>]*>|<\/body>.*$/gis, '')
  const text = textIn(properties, 'description')
  if (text === '') return null
  // No tag holds another one: where none ends, none is looked for to the end of the text.
  return /<(?:p|br|a|b|i|ul|ol|div|span|strong|em)\b[^<>]*>/i.test(text) ? text : escapeHtml(text)
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
