import type { Context } from '../../http/context.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import { slugify } from '../../pure/text/slug.ts'
import type { Writer } from '../../storage/db/dialect.ts'
import { foldedAddress } from '../../pure/text/address.ts'
import { insertGuest } from '../../records/registration/guests.write.ts'
import { placeFor } from '../../records/registration/registration.fill.ts'
import { fillPlaces } from '../../records/registration/registration.fill.write.ts'
import type { SentRegistration } from '../../records/registration/registration.params.ts'
import { registrationOf } from '../../records/registration/registration.row.ts'
import { existingEvent } from '../../records/rows/event.access.ts'
import type { EventRow } from '../../records/rows/event.row.ts'
import { type Chance, itemAt } from './demo.chance.ts'
import type { PlannedEvent } from './demo.planned.ts'
import { words } from './demo.words.ts'

/** For how many events people register: some of them are over, and were counted at the door. */
const registeredEvents = { over: 8, ahead: 32 } as const

/** Guests are kept for a month after their event: of what is over for longer there would be none. */
const longestAgo_days = 25

/** What people register for in a city: small things with a room or a leader of their own. */
const kinds = new Set(['Learning', 'Family', 'Outdoors'])

/** What such events say about who may come, in turn. */
const ways: readonly SentRegistration[] = [
  {
    capacity: 12,
    party_max: 3,
    closes_before: 120,
    note: 'Bring an apron, or an old shirt.',
    consent: 'Our names may be kept for this event.',
    questions: [{ label: 'Age of the children', type: 'text', options: [], required: true }],
  },
  { capacity: 25, party_max: 4, note: 'We meet at the main door, whatever the weather.' },
  { capacity: 8, party_max: 1, offer_hours: 12 },
  { mode: 'approval', capacity: 15, party_max: 2, note: 'Tell us if you have never done this before.' },
  {
    capacity: 40,
    party_max: 6,
    closes_before: 60,
    questions: [
      { label: 'Do you need a place for a wheelchair?', type: 'yes_no', options: [], required: false },
      {
        label: 'How did you hear of us?',
        type: 'choice',
        options: ['A friend', 'A poster', 'This page'],
        required: false,
      },
    ],
  },
  { capacity: 20, party_max: 2, waiting_list: false, opens_before: 60_480 },
  { party_max: 5 },
]

/** Which of the planned events people register for, and how: the last that are over, and the next. */
export function registeringIn(
  planned: readonly PlannedEvent[],
  now: Temporal.PlainDateTime,
): ReadonlyMap<PlannedEvent, SentRegistration> {
  const fit = planned.filter(
    ({ category, series, isAllDay, happening, tickets, cost }) =>
      kinds.has(category[0] ?? '') && !series && !isAllDay && !happening && !tickets && cost.includes('Free'),
  )
  const oldest = now.subtract({ days: longestAgo_days })
  const isOver = ({ end }: PlannedEvent) => Temporal.PlainDateTime.compare(end, now) < 0
  const over = fit
    .filter((event) => isOver(event) && Temporal.PlainDateTime.compare(event.end, oldest) > 0)
    .slice(-registeredEvents.over)
  const ahead = fit
    .filter(({ start }) => Temporal.PlainDateTime.compare(start, now.add({ days: 1 })) > 0)
    .slice(0, registeredEvents.over + registeredEvents.ahead - over.length)
  return new Map(
    [...over, ...ahead].map((event, index) => [event, itemAt(ways, (index % ways.length) / ways.length)]),
  )
}

interface Writing {
  readonly now: Temporal.Instant
  readonly chance: Chance
}

/** Puts invented people down for an event, each at example.org, as they would have come: some have a place, others wait. */
export async function writeDemoGuests(
  { db }: Pick<Context, 'db'>,
  event_id: number,
  { now, chance }: Writing,
): Promise<void> {
  await db.write(async (tx) => {
    const event = await existingEvent(tx, event_id)
    const { mode = 'open', capacity = null, waiting_list = true, party_max = 1 } = registrationOf(event) ?? {}
    let free = capacity
    const isOver = event.ends_at < epochSeconds(now)
    let arrived = 0
    const names = [...namesOf(chance, chance.between(4, capacity ?? 18))]
    // In the order in which they came.
    const hours = names.map(() => chance.between(2, 200)).toSorted((one, other) => other - one)
    for (const [index, name] of names.entries()) {
      const party = chance.happens(0.6) ? 1 : chance.between(1, party_max)
      const asked = mode === 'approval' && !isOver && chance.happens(0.5)
      const state = asked ? ('requested' as const) : placeFor(party, { free, waiting_list })
      if (state === 'full') continue
      if (state === 'registered' && free !== null) free -= party
      const here = isOver && state === 'registered' && chance.happens(0.85) ? party : 0
      arrived += here
      await insertGuest(tx, rowOf(event, { name, party, state, here, now, chance, hours: hours[index] ?? 2 }))
    }
    if (isOver) await countHeads(tx, event_id, arrived + chance.between(0, 4))
    await fillPlaces(tx, event, { now })
  })
}

function namesOf(chance: Chance, many: number): ReadonlySet<string> {
  const [first, last] = [words['first'] ?? [], words['last'] ?? []]
  return new Set(Array.from({ length: many }, () => `${chance.pick(first)} ${chance.pick(last)}`))
}

function rowOf(
  event: EventRow,
  guest: {
    readonly name: string
    readonly party: number
    readonly state: 'registered' | 'waiting' | 'requested'
    readonly here: number
    readonly now: Temporal.Instant
    readonly chance: Chance
    /** How long before today, or its start, they came. */
    readonly hours: number
  },
): Parameters<typeof insertGuest>[1] {
  const { name, party, state, here, now, chance, hours } = guest
  const now_s = epochSeconds(now)
  const { questions = [], consent = '' } = registrationOf(event) ?? {}
  const email = `${name
    .split(' ')
    .map((part) => slugify(part))
    .join('.')}@example.org`
  const at = Math.min(now_s, event.starts_at) - hours * 3600
  const answers = questions.flatMap(({ key, type, options }) =>
    type === 'yes_no'
      ? []
      : [[key, options.length > 0 ? chance.pick(options) : String(chance.between(4, 11))] as const],
  )
  return {
    event_id: event.id,
    name,
    email,
    email_folded: foldedAddress(email),
    party,
    state,
    answers: JSON.stringify(Object.fromEntries(answers)),
    note: '',
    locale: 'en',
    tell: '',
    confirm_by: null,
    by_user: null,
    consented_at: consent === '' ? null : at,
    // Nobody is there to be reminded.
    reminded_at: now_s,
    arrived: here,
    arrived_at: here > 0 ? event.starts_at - chance.between(0, 15) * 60 : null,
    created_at: at,
    changed_at: at,
  }
}

async function countHeads(tx: Writer, event_id: number, head_count: number): Promise<void> {
  await tx.updateTable('registration_counts').set({ head_count }).where('event_id', '=', event_id).execute()
}
