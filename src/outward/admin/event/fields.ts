import { type Drawn, drawnFields } from '../../../fields/drawn.fields.ts'
import { reasonField } from '../../../fields/happening.ts'
import type { eventFields } from '../../../fields/events.fields.ts'
import type { NameOf } from '../../../fields/declare.ts'
import { webAddress } from '../../../pure/text/typedAddresses.ts'
import { siteZone } from '../place.ts'
import { labelOf } from '../record/label.ts'
import { changedIn } from '../record/merge.ts'
import type { EventRecord, Status } from '../records.ts'
import { described, registrationOf, registrationSent } from '../registration/form.ts'
import { spanText } from '../series/span.ts'
import { isOwn, ownForm, ownLabel, ownPart, ownSent, ownTypedText } from '../own/form.ts'
import { categories } from '../terms.ts'
import { plain, t } from '../texts.ts'
import { type Beside, choice, type Entry, type Keys, text, written } from './entry.ts'
import {
  type AnyField,
  datesOf,
  type Field,
  type Form,
  isAllDay,
  publishing,
  smallOf,
  sortedAs,
  whenOf,
} from './form.ts'
import {
  linkedOf,
  listIn,
  namesOf,
  type Proposed,
  proposedLinks,
  proposedTerms,
  proposedWhen,
  valuesIn,
} from './links.ts'
import { meansFree } from './price.ts'
import { linesOf, once, repeats } from './repeat.ts'
import { t as te } from './texts.ts'
import { copiesOf, ticketsText } from './tickets.ts'

type Entries = { readonly [Key in Field]: Entry<Form[Key]> }

/** The fields of the form that are drawn by hand, in their order. */
const byHand: Omit<Entries, Drawn> = {
  title: written('title', () => t('title')),
  excerpt: written('excerpt', () => t('inOneSentence')),
  description: written('description', () => t('text')),
  when: {
    empty: { startDay: '', startTime: '', endDay: '', endTime: '', isAllDay: false, zone: siteZone },
    read: whenOf,
    sent: datesOf,
    proposed: (fields, { when }) => proposedWhen(when, fields),
    called: () => t('when'),
    text: (form) => {
      const { startDay, startTime, endTime } = form.when
      if (startDay === '') return ''
      const { start_date, end_date } = datesOf(form)
      const isOfDays = isAllDay(form.when) || startTime === ''
      return spanText({ start_date, end_date: endTime === '' ? start_date : end_date, all_day: isOfDays })
    },
  },
  repeat: {
    empty: once,
    read: (_, { repeat }) => repeat,
    sent: ({ repeat }) => ({ recurrence: repeats(repeat) ? linesOf(repeat) : null }),
    isOwn: true,
    called: () => t('repeatsLegend'),
    text: ({ repeat }) => linesOf(repeat).join(' ') || t('repeatsNot'),
  },
  venues: {
    empty: [],
    read: (record) => sortedAs(record).venues,
    sent: ({ venues }) => ({ venue: linkedOf(venues) }),
    proposed: (fields) => proposedLinks(fields, 'venue'),
    called: () => t('place'),
    text: ({ venues }) => namesOf(venues),
  },
  organizers: {
    empty: [],
    read: (record) => sortedAs(record).organizers,
    sent: ({ organizers }) => ({ organizer: linkedOf(organizers) }),
    proposed: (fields) => proposedLinks(fields, 'organizer'),
    called: () => t('organizers'),
    text: ({ organizers }) => namesOf(organizers),
  },
  attendance: choice('attendance', 'attendance_mode', {
    called: () => t('howToTakePart'),
    words: { in_person: () => t('atPlace'), online: () => t('online'), mixed: () => t('both') },
  }),
  onlineUrl: text('onlineUrl', 'online_url', {
    called: () => t('onlineUrl'),
    sent: ({ onlineUrl }) => ({ online_url: webAddress(onlineUrl) }),
  }),
  onlineShown: choice('onlineShown', 'online_url_shown', {
    called: () => t('onlineUrl'),
    words: { public: () => t('online'), attendees: () => t('onlineForAttendees') },
  }),
  costs: {
    empty: [],
    // That of its tickets, which the record has where it has none of its own, reads alike.
    read: ({ cost }) => (cost === '' ? [] : [meansFree(cost, '') ? '0' : plain(cost)]),
    sent: ({ costs }) => ({
      cost: costs
        .filter((cost) => cost.trim() !== '')
        .map((cost) => (meansFree(cost, te('freeWords')) ? '0' : cost)),
    }),
    proposed: (fields) => listIn(fields, 'cost')?.map(String),
    called: () => t('cost'),
    text: ({ costs }) => costs.map((cost) => (cost === '0' ? te('free') : cost)).join(', '),
  },
  tickets: {
    empty: [],
    read: (_, { tickets }) => tickets,
    // They are written beside the event, which is asked for with nothing of them: whether it has changed meanwhile.
    sent: () => ({}),
    called: () => t('cost'),
    text: ({ tickets }) => ticketsText(tickets),
  },
  registration: {
    empty: null,
    read: ({ registration }) => registrationOf(registration),
    sent: ({ registration }) => ({ registration: registrationSent(registration) }),
    called: () => te('registration'),
    text: ({ registration }) => described.value(registration),
  },
  website: text('website', 'website', {
    called: () => t('whereToBook'),
    // Wire: without a website of its own an event names its page.
    read: ({ website, url }) => (plain(website) === plain(url) ? '' : plain(website)),
    sent: ({ website }) => ({ website: webAddress(website) }),
  }),
  image: {
    empty: null,
    read: ({ image }) => (image === false ? null : { id: image.id, url: smallOf(image) }),
    sent: ({ image }) => ({ image: image?.id ?? '' }),
    called: () => t('picture'),
    text: ({ image }) => image?.url.split('/').at(-1) ?? '',
  },
  categories: {
    empty: [],
    read: (record) => sortedAs(record).categories,
    sent: ({ categories: chosen }) => ({ categories: chosen }),
    proposed: (fields) => proposedTerms(fields, 'categories')?.map(({ id }) => id),
    called: () => t('categories'),
    text: (form) =>
      form.categories.map((id) => plain(categories.value.get(id)?.name ?? String(id))).join(', '),
  },
  tags: {
    empty: [],
    read: ({ tags }) => tags.map(({ id, name }) => ({ id, name: plain(name) })),
    sent: ({ tags }) => ({ tags: tags.map(({ id, name }) => (id === 0 ? name : id)) }),
    proposed: (fields) => proposedTerms(fields, 'tags'),
    called: () => t('tags'),
    text: ({ tags }) => namesOf(tags),
  },
  happening: choice('happening', 'event_status', {
    called: () => t('takesPlace'),
    words: {
      scheduled: () => t('asPlanned'),
      canceled: () => t('canceled'),
      postponed: () => t('postponedLong'),
      rescheduled: () => t('onAnotherDay'),
      moved_online: () => t('movedOnline'),
    },
    isOwn: true,
  }),
  reason: text('reason', reasonField, { called: () => t('cancelReason'), isOwn: true }),
  status: {
    empty: 'draft',
    read: ({ status }) => status,
    sent: ({ status, publishAt }) => ({ status, ...publishing({ status, publishAt }) }),
    isOwn: true,
    called: () => t('publishing'),
    text: ({ status }) => statuses[status](),
  },
  publishAt: {
    empty: '',
    read: ({ status, date }) => (status === 'future' ? date.slice(0, 16).replace(' ', 'T') : ''),
    sent: publishing,
    isOwn: true,
    called: () => t('publishing'),
    text: ({ publishAt }) => publishAt,
  },
  isFeatured: {
    empty: false,
    read: ({ featured }) => featured === true,
    sent: ({ isFeatured }) => ({ featured: isFeatured }),
    isOwn: true,
    called: () => t('featureIt'),
    text: ({ isFeatured }) => t(isFeatured ? 'yes' : 'no'),
  },
  note: text('note', 'review_note', {
    called: () => te('wordToEditor'),
    // It goes with what is not decided yet.
    sent: ({ note, status }) => (status === 'pending' || status === 'draft' ? { review_note: note } : {}),
    isOwn: true,
  }),
}

/** What is drawn as it is declared. */
const drawn = Object.entries(drawnFields).map(([name, { type }]) => {
  const field = name as Keys<string> & NameOf<typeof eventFields> // It is called so everywhere.
  const called = () => labelOf(`e-${name}`)
  return [
    name,
    text(
      field,
      field,
      type === 'link' ? { called, sent: (form) => ({ [name]: webAddress(form[field]) }) } : { called },
    ),
  ]
})

/** Every field of the form, in their order. */
const entries = { ...byHand, ...Object.fromEntries(drawn) } as Entries

const statuses: Readonly<Record<Status, () => string>> = {
  publish: () => t('isPublic'),
  future: () => t('publishLater'),
  draft: () => t('draft'),
  pending: () => t('waitingOne'),
  private: () => t('private'),
  trash: () => t('trash'),
}

/** Their names, in their order. */
const fields = Object.keys(entries) as Field[]

/** What is said of each field. */
function formWith(valueOf: (entry: Entry<unknown>, field: Field) => unknown): Form {
  const values = fields.map((field) => [field, valueOf(entries[field], field)])
  return Object.fromEntries(values) as Form // Each is the value of its own entry.
}

/** An event that nobody has entered yet: no date is any until somebody says one. */
export function emptyForm(status: Status): Form {
  return { ...formWith(({ empty }) => empty), status }
}

/** What has been entered of an event. */
export function formOf(record: EventRecord, beside: Beside): Form {
  return { ...formWith(({ read }) => read(record, beside)), ...ownForm(valuesIn(record)) }
}

/** What a new event takes over from another. */
export function copyOf(form: Form, first: Form): Form {
  return {
    ...formWith(({ isOwn: isOfOne }, field) => (isOfOne ? first : form)[field]),
    ...ownPart(form),
    tickets: copiesOf(form.tickets),
    // Moments are of that event alone.
    registration: form.registration && { ...form.registration, opens: null, closes: null },
  }
}

/** A form with what is proposed in the place of its own. */
export function withProposed(form: Form, proposed: Proposed): Form {
  return {
    ...formWith((entry, field) => entry.proposed?.(proposed, form) ?? form[field]),
    ...ownPart(form),
    ...ownForm(valuesIn(proposed)),
  }
}

/** The fields in which two forms differ. */
export function differences(one: Form, other: Form): AnyField[] {
  // What a browser has kept by an earlier version may have others.
  return changedIn<Form>(one, other).filter((field) => isOwn(field) || field in entries)
}

/** The members that these fields are sent as. */
export function paramsOf(form: Form, of: readonly AnyField[]): Record<string, unknown> {
  const byEntry = of.map((field) => (isOwn(field) ? {} : entries[field].sent(form)))
  return Object.assign({}, ...byEntry, ownSent(form, of)) as Record<string, unknown>
}

/** What a field is called on the screen. */
export function fieldName(field: AnyField): string {
  return isOwn(field) ? ownLabel(field) : entries[field].called()
}

/** What a field holds, as a line of text. */
export function fieldText(field: AnyField, form: Form): string {
  return isOwn(field) ? ownTypedText(field, form) : entries[field].text(form)
}
