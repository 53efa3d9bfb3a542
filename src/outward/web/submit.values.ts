import { webAddress } from '../../pure/text/typedAddresses.ts'
import { costsOf, type EventWithLinks } from '../../records/events/events.row.ts'
import { plainParagraphs } from '../feeds/feed.text.ts'
import type { Sent } from '../../http/sources.ts'
import { escapeHtml } from '../../pure/text/html.ts'
import { plainLineOfHtml } from '../../pure/text/plain.ts'
import type { Fields } from '../../records/submissions/submissions.params.ts'

/** The fields of the form, each a text as it is typed. */
export const formFields = [
  'title',
  'start',
  'end',
  'all_day',
  'repeat',
  'until',
  'venue',
  'address',
  'city',
  'organizer',
  'description',
  'cost',
  'website',
  'category',
  'alt_text',
  'note',
  'name',
  'email',
] as const
export type FormField = (typeof formFields)[number]
export type FormValues = Readonly<Record<FormField, string>>

/** A form in which nothing is filled in. */
export const blank: FormValues = Object.fromEntries(formFields.map((name) => [name, ''])) as Record<
  FormField,
  string
>

/** What was typed; forms send line breaks as CR LF. */
export function typedIn(sent: Sent): FormValues {
  const text = (name: FormField) => {
    const value = sent[name]
    return typeof value === 'string' ? value.replaceAll('\r\n', '\n').trim() : ''
  }
  return Object.fromEntries(formFields.map((name) => [name, text(name)])) as Record<FormField, string>
}

/** The form for a change, filled in with the event as everybody sees it. */
export function valuesOfEvent({ event, venues, organizers }: EventWithLinks): FormValues {
  const isAllDay = event.all_day === 1
  const wall = (text: string) =>
    text.replace(' ', 'T').slice(0, isAllDay ? 'YYYY-MM-DD'.length : 'YYYY-MM-DDTHH:MM'.length)
  return {
    ...blank,
    title: plainLineOfHtml(event.title),
    start: `${wall(event.start_wall)}${isAllDay ? 'T00:00' : ''}`,
    end: `${wall(event.end_wall)}${isAllDay ? 'T00:00' : ''}`,
    all_day: isAllDay ? '1' : '',
    venue: venues.map(({ title }) => plainLineOfHtml(title)).join(', '),
    organizer: organizers.map(({ title }) => plainLineOfHtml(title)).join(', '),
    description: plainParagraphs(event.description),
    cost: costsOf(event).join(', '),
    website: event.website ?? '',
  }
}

/** The form for correcting what was sent, filled in with that; of a change, above the event. */
export function valuesOfProposal(proposed: Fields, above: FormValues): FormValues {
  const text = (name: string) => (typeof proposed[name] === 'string' ? proposed[name] : undefined)
  const isAllDay = proposed['all_day'] === undefined ? above.all_day !== '' : proposed['all_day'] === true
  const wall = (name: string) => text(name)?.replace(' ', 'T').slice(0, 'YYYY-MM-DDTHH:MM'.length)
  const names = (name: 'venue' | 'organizer') => {
    const list = proposed[name]
    return Array.isArray(list)
      ? list.map((one: Fields) => plainLineOfHtml(textOf(one[name]))).join(', ')
      : undefined
  }
  const [venue] = Array.isArray(proposed['venue']) ? (proposed['venue'] as Fields[]) : []
  const [category] = Array.isArray(proposed['categories']) ? (proposed['categories'] as Fields[]) : []
  const rule = Array.isArray(proposed['recurrence']) ? textOf((proposed['recurrence'] as unknown[])[0]) : ''
  const [, until = ''] = /UNTIL=(\d{8})/.exec(rule) ?? []
  const title = text('title')
  const description = text('description')
  const cost = proposed['cost']
  return {
    ...above,
    ...(title === undefined ? {} : { title: plainLineOfHtml(title) }),
    start: wall('start_date') ?? above.start,
    end: wall('end_date') ?? above.end,
    all_day: isAllDay ? '1' : '',
    venue: names('venue') ?? above.venue,
    address: textOf(venue?.['address']),
    city: textOf(venue?.['city']),
    organizer: names('organizer') ?? above.organizer,
    ...(description === undefined ? {} : { description: plainParagraphs(description) }),
    ...(Array.isArray(cost) ? { cost: cost.join(', ') } : {}),
    website: text('website') ?? above.website,
    category: category ? textOf(category['id']) : above.category,
    repeat: repeatIn(rule),
    until: until === '' ? '' : `${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6)}`,
  }
}

function repeatIn(rule: string): string {
  if (rule.includes('FREQ=MONTHLY')) return 'monthly'
  if (!rule.includes('FREQ=WEEKLY')) return ''
  return rule.includes('INTERVAL=2') ? 'biweekly' : 'weekly'
}

/** Which venue or organizer a name means, if there is one. */
export type Find = (kind: 'venue' | 'organizer', name: string) => Promise<number | undefined>

/**
 * What was typed as fields of an event: where the form showed something at first, only what differs from that. `recurrence` is null where
 * it repeats no more.
 */
export async function fieldsOf(
  typed: FormValues,
  shown: FormValues | undefined,
  { find, ownOfVenue }: { readonly find: Find; readonly ownOfVenue: Fields },
): Promise<Fields> {
  const isOther = (...names: FormField[]) =>
    shown ? names.some((name) => typed[name] !== shown[name]) : names.some((name) => typed[name] !== '')
  const fields: Record<string, unknown> = {}
  if (isOther('title')) fields['title'] = escapeHtml(typed.title)
  if (isOther('start', 'end', 'all_day')) Object.assign(fields, timesOf(typed))
  if (isOther('description')) fields['description'] = htmlOf(typed.description)
  if (isOther('cost')) fields['cost'] = typed.cost
  if (isOther('website')) fields['website'] = webAddress(typed.website)
  if (isOther('venue', 'address', 'city') || (typed.venue !== '' && Object.keys(ownOfVenue).length > 0))
    fields['venue'] = await venueOf(typed, find, ownOfVenue)
  if (isOther('organizer')) fields['organizer'] = await organizerOf(typed, find)
  if (isOther('category')) fields['categories'] = typed.category === '' ? [] : [typed.category]
  const recurrence = recurrenceOf(typed)
  // A month is repeated on the weekday that it begins on.
  if (isOther('repeat', 'until') || (typed.repeat === 'monthly' && isOther('start')))
    fields['recurrence'] = recurrence === undefined ? null : [recurrence]
  return fields
}

function timesOf({ start, end, all_day }: FormValues): Fields {
  const isAllDay = all_day !== ''
  const read = (text: string) => (isAllDay ? text.slice(0, 'YYYY-MM-DD'.length) : text.replace('T', ' '))
  return {
    ...(start === '' ? {} : { start_date: read(start) }),
    ...(end === '' ? {} : { end_date: read(end) }),
    all_day: isAllDay,
  }
}

/** Plain text as HTML: an empty line begins a paragraph. */
function htmlOf(text: string): string {
  return text
    .split(/\n{2,}/)
    .filter((part) => part.trim() !== '')
    .map((part) => `<p>${escapeHtml(part.trim()).replaceAll('\n', '<br>')}</p>`)
    .join('\n')
}

async function venueOf({ venue, address, city }: FormValues, find: Find, own: Fields): Promise<unknown> {
  if (venue === '') return []
  const id = await find('venue', venue)
  if (id !== undefined) return [{ id }]
  return [
    {
      venue: escapeHtml(venue),
      ...(address === '' ? {} : { address }),
      ...(city === '' ? {} : { city }),
      ...(Object.keys(own).length > 0 ? { fields: own } : {}),
    },
  ]
}

async function organizerOf({ organizer }: FormValues, find: Find): Promise<unknown> {
  if (organizer === '') return []
  const id = await find('organizer', organizer)
  return [id === undefined ? { organizer: escapeHtml(organizer) } : { id }]
}

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

/** The rule that was chosen, until the day that was; without one for a year, as somebody has to look at it again one day. */
function recurrenceOf({ repeat, until, start }: FormValues): string | undefined {
  const day = dayIn(start)
  if (!day || repeat === '') return undefined
  const last = dayIn(until) ?? day.add({ years: 1 })
  const end = `UNTIL=${last.toString().replaceAll('-', '')}`
  if (repeat === 'weekly') return `RRULE:FREQ=WEEKLY;${end}`
  if (repeat === 'biweekly') return `RRULE:FREQ=WEEKLY;INTERVAL=2;${end}`
  const nth = day.day > 28 ? -1 : Math.ceil(day.day / 7)
  return repeat === 'monthly'
    ? `RRULE:FREQ=MONTHLY;BYDAY=${nth}${weekdays[day.dayOfWeek - 1]};${end}`
    : undefined
}

function dayIn(text: string): Temporal.PlainDate | undefined {
  try {
    return Temporal.PlainDate.from(text.slice(0, 'YYYY-MM-DD'.length))
  } catch {
    return undefined // It throws for what is no day.
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
