import type { NameOf } from '../../../fields/declare.ts'
import { type Drawn, drawnFields } from '../../../fields/drawn.fields.ts'
import { reasonField } from '../../../fields/happening.ts'
import type { eventFields } from '../../../fields/events.fields.ts'
import { t } from '../texts.ts'
import { isOwn } from '../own/form.ts'
import { labelOf } from '../record/label.ts'
import { fieldName } from './fields.ts'
import type { AnyField } from './form.ts'
import { t as te } from './texts.ts'

/** The field of the form that has it, the id of its control, and what that is called where it is not called like the field. */
type Place = readonly [field: AnyField, id: string, called?: () => string]

/** What is no field of the record, and is refused by its name. */
type Others = 'words' | 'recurrence'

/** What no form of events has, and why. */
interface LeftOut {
  readonly fields: 'each of them is a field by itself'
  readonly author: 'it is of who entered it'
  readonly date_utc: 'it is said on the clock of the site'
  readonly slug: 'it follows from the title'
  readonly show_map: 'it is about how pages show it'
  readonly show_map_link: 'it is about how pages show it'
  readonly hide_from_listings: 'other programs say it'
  readonly sticky: 'other programs say it'
  readonly password: 'other programs say it'
  readonly post_parent: 'other programs say it'
  readonly series: 'a recurrence makes one'
  readonly series_changed: 'it is noted as they are changed'
  readonly previous_start_dates: 'it is noted as they are changed'
}

/** Where the form has what the service knows by a name. A new field of events does not compile until it is here, drawn as it is declared, or left out. */
const places: Readonly<
  Record<Exclude<Exclude<NameOf<typeof eventFields>, Drawn>, keyof LeftOut> | Others, Place>
> = {
  // What is said of it says so itself.
  title: ['title', 'e-title', () => ''],
  excerpt: ['excerpt', 'e-excerpt'],
  description: ['description', 'e-text'],
  words: ['when', 'e-words', () => te('inWords')],
  start_date: ['when', 'e-start', () => t('starts')],
  end_date: ['when', 'e-end', () => t('ends')],
  all_day: ['when', 'e-start'],
  timezone: ['when', 'e-zone', () => t('zone')],
  recurrence: ['repeat', 'e-repeat'],
  venue: ['venues', 'e-venue'],
  organizer: ['organizers', 'e-organizer'],
  attendance_mode: ['attendance', 'event'],
  online_url: ['onlineUrl', 'e-online'],
  online_url_shown: ['onlineShown', 'e-online'],
  cost: ['costs', 'e-cost'],
  registration: ['registration', 'e-registration'],
  website: ['website', 'e-website'],
  image: ['image', 'e-picture'],
  categories: ['categories', 'e-categories'],
  tags: ['tags', 'e-tags'],
  event_status: ['happening', 'e-happening'],
  [reasonField]: ['reason', 'e-reason'],
  status: ['status', 'e-publish'],
  date: ['publishAt', 'e-publish-at', () => t('publicSince')],
  featured: ['isFeatured', 'event'],
  review_note: ['note', 'e-note'],
}

const drawn = Object.keys(drawnFields).map((name): [string, Place] => [name, [name as AnyField, `e-${name}`]])

const byName = new Map<string, Place>([...Object.entries(places), ...drawn])

/** Whether that is a part of what is said of who may come. */
const isPart = (name: string) => name.startsWith('registration.')

/** The id of the control of what the service has refused by this name. */
export function faultId(name: string): string {
  const [, id] = isOwn(name) || isPart(name) ? [name, `e-${name}`] : (byName.get(name) ?? [])
  return id ?? (name.startsWith('ticket') ? `e-${name}` : name.startsWith('e-') ? name : 'event')
}

/** What the reader calls it; empty where the fault says it itself. */
export function faultLabel(name: string): string {
  if (isOwn(name)) return fieldName(name)
  if (isPart(name)) return labelOf(faultId(name))
  const [field, , called] = byName.get(name) ?? []
  if (field !== undefined) return called ? called() : fieldName(field)
  return name.startsWith('ticket') ? t('cost') : labelOf(name)
}

/** What the service calls the field of a control: what is wrong with it is said there. */
export function nameAt(id: string): string {
  if (isPart(id.slice(2))) return id.slice(2).replace(/_at$/, '')
  return id === 'e-start-time'
    ? 'start_date'
    : id === 'e-end-time'
      ? 'end_date'
      : ([...byName].find(([, [, at]]) => at === id)?.[0] ?? id)
}
