import { Type, type Static } from 'typebox'
import { instantOf } from '../../pure/calendar/text.ts'
import { coversWords, digestFrequencies } from '../../pure/params/letters.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import type { CountedDigest } from './letters.counts.query.ts'
import type { SubscriberRow, SubscriptionRow } from './letters.types.ts'
import type { Wanted } from './letters.wanted.ts'

const count = (description: string) => Type.Integer({ minimum: 0, description })
const moment = (description: string) => Type.String({ format: 'date-time', description })
const momentOrNull = (description: string) =>
  Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description })
const numberOrNull = (description: string) => Type.Union([Type.Integer(), Type.Null()], { description })

const rhythmMembers = {
  frequency: Type.Enum([...digestFrequencies], { description: 'How often it comes.' }),
  weekday: numberOrNull('From 1 for Monday to 7; null unless it is weekly.'),
  day: numberOrNull('The day of the month; null unless it is monthly.'),
  at: Type.String({ description: 'When, by the clock of the site.', examples: ['10:00'] }),
  covers: Type.Enum([...coversWords], { description: 'Of which days it is.' }),
}

const countedTarget = Type.Object({
  id: Type.Integer({ description: 'The ID of it.' }),
  subscribers: count('How many have subscribed to it.'),
})

const countsRecord = Type.Object({
  subscribers: count('How many addresses there are.'),
  paused: count('How many of them get nothing at the moment.'),
  digests: Type.Array(
    Type.Object({
      id: Type.Integer({ description: 'The ID of the digest.' }),
      filter: Type.String({ description: 'The list parameters of its events; empty for all events.' }),
      text: Type.String({ description: 'The filter in words.' }),
      ...rhythmMembers,
      subscribers: count('How many get it.'),
      next: momentOrNull('When it comes next, in UTC; null: it rests.'),
      last: Type.Union(
        [
          Type.Object({
            at: moment('When it was made, in UTC.'),
            recipients: count('To how many.'),
            sent: count('How many the mail server has taken.'),
            refused: count('How many it has refused.'),
            late: count('How many were given up because it was too late.'),
          }),
          Type.Null(),
        ],
        { description: 'How the last one went; null: there was none.' },
      ),
      fault: Type.Union([Type.String(), Type.Null()], { description: 'Why it rests; null: it does not.' }),
    }),
    { description: 'Those with the most subscribers first, 200 at most.' },
  ),
  events: Type.Array(countedTarget, { description: 'Events that people are told of.' }),
  series: Type.Array(countedTarget, { description: 'Series of which they are told of all dates.' }),
  lists: Type.Array(countedTarget, { description: 'Lists of letters.' }),
  elsewhere: Type.Union([Type.String(), Type.Null()], {
    description:
      'At which other address this calendar was when letters went out: they wait to be sent from here. null: they do not wait.',
  }),
})

const subscriberRecord = Type.Object({
  email: Type.String({ format: 'email', description: 'The address.' }),
  language: Type.String({ description: 'The language of its mails; empty for that of the site.' }),
  confirmed: moment('When it was confirmed, in UTC.'),
  paused_until: momentOrNull('Until when it gets nothing, in UTC; null: it is not paused.'),
  subscriptions: Type.Array(
    Type.Object({
      id: Type.Integer({ description: 'The ID of the subscription.' }),
      kind: Type.Enum(['digest', 'event', 'series', 'list'], { description: 'What it is of.' }),
      filter: Type.Optional(Type.String({ description: 'Of a digest: its list parameters.' })),
      text: Type.String({ description: 'What it is, in words.' }),
      ...Object.fromEntries(
        Object.entries(rhythmMembers).map(([name, member]) => [name, Type.Optional(member)]),
      ),
      event: Type.Optional(Type.Integer({ description: 'The event.' })),
      series: Type.Optional(Type.Integer({ description: 'The series.' })),
      list: Type.Optional(Type.Integer({ description: 'The list of letters.' })),
      remind: Type.Optional(numberOrNull('How many minutes before the start; null: not at all.')),
      changes: Type.Optional(Type.Boolean({ description: 'Whether they are told of changes.' })),
      created: moment('When it was confirmed, in UTC.'),
    }),
    { description: 'What it gets; each has the members of its kind.' },
  ),
  requests: count('How much was asked for under it and is not over.'),
  waiting: count('How many letters to it wait to be sent.'),
})

const erasedRecord = Type.Object({
  subscriptions: count('How many subscriptions there were.'),
  requests: count('How much was asked for.'),
  mails: count('How many mails waited to be sent.'),
})

const hereRecord = Type.Object({
  url: Type.String({ format: 'uri', description: 'Where letters go out from now on.' }),
})

/** The records of who gets letters, by their names in the document. */
export const subscriberSchemas = {
  SubscriptionCounts: countsRecord,
  Subscriber: subscriberRecord,
  SubscriberErased: erasedRecord,
  LettersHere: hereRecord,
}

type DigestView = Static<typeof countsRecord>['digests'][number]

/** A digest with how many get it. */
export function digestView(row: CountedDigest, text: string): DigestView {
  const { id, filter, frequency, weekday, day, at, covers, subscribers, fault } = row
  const last =
    row.made_at === null
      ? null
      : {
          at: momentText(row.made_at),
          recipients: row.recipients ?? 0,
          sent: row.sent ?? 0,
          refused: row.refused ?? 0,
          late: row.late ?? 0,
        }
  const next = row.next_due_at === null ? null : momentText(row.next_due_at)
  return { id, filter, text, frequency, weekday, day, at, covers, subscribers, next, last, fault }
}

/** All that is known of one address. */
export function subscriberView(
  { email, locale, confirmed_at, paused_until }: SubscriberRow,
  subscriptions: readonly object[],
  waiting: { readonly requests: number; readonly waiting: number },
): object {
  return {
    email,
    language: locale,
    confirmed: momentText(confirmed_at),
    paused_until: paused_until === null ? null : momentText(paused_until),
    subscriptions,
    ...waiting,
  }
}

/** One of its subscriptions, with the members of its kind. */
export function subscriptionView({ id, created_at }: SubscriptionRow, wanted: Wanted, text: string): object {
  const created = momentText(created_at)
  if (wanted.kind === 'digest') {
    const { kind, filter, ...rhythm } = wanted
    return { id, kind, filter, text, ...rhythm, created }
  }
  if (wanted.kind === 'list') return { id, kind: wanted.kind, text, list: wanted.target, created }
  const { kind, target, remind, changes } = wanted
  return { id, kind, text, [kind]: target, remind, changes, created }
}

function momentText(at: EpochSeconds): string {
  return instantOf(at).toString()
}
