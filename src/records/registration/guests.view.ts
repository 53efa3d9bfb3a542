import { hash } from 'node:crypto'
import { Type, type Static } from 'typebox'
import { byAnyName } from '../../pure/params/byAnyName.ts'
import { utcText } from '../../pure/calendar/text.ts'
import { guestStates } from '../../pure/params/guests.ts'
import { answersOf } from './guests.answers.ts'
import type { Arrived } from './guests.arrivals.write.ts'
import type { GuestRow } from './guests.query.ts'
import { registrationRecord } from './registration.record.ts'

const moment = (description: string) => Type.Union([Type.String(), Type.Null()], { description })

/** A guest, for who may edit the event. */
export const guestRecord = Type.Object({
  id: Type.Integer({ description: 'The ID of the guest.' }),
  event_id: Type.Integer({ description: 'The ID of the event.' }),
  number: Type.Integer({ description: 'In the order in which they came, from 1.' }),
  state: Type.Enum([...guestStates], { description: 'What has become of them.' }),
  confirmed: Type.Boolean({ description: 'Whether they have said that it was them, or need not.' }),
  name: Type.String({ description: 'What they are called.' }),
  email: Type.String({ description: 'Their address; empty for none.' }),
  party: Type.Integer({ minimum: 1, description: 'How many come, they themselves included.' }),
  answers: byAnyName(Type.Unknown(), {
    description: 'What they answered, by the key of the question.',
  }),
  note: Type.String({ description: 'What editors note of them.' }),
  language: Type.String({ description: 'The language of their mails; empty for that of the site.' }),
  code: Type.String({ description: 'What they show at the door.' }),
  url: Type.String({ format: 'uri', description: 'Their own page.' }),
  by_hand: Type.Boolean({ description: 'Whether an editor has put them down.' }),
  arrived: Type.Integer({ minimum: 0, description: 'How many of them were seen at the door.' }),
  arrived_utc: moment('When.'),
  offer_until_utc: moment('Until when a place is kept for them.'),
  created_utc: Type.String({ description: 'When they came.' }),
  changed_utc: Type.String({ description: 'The last change.' }),
  call: Type.Boolean({
    description: 'Whether they should be called, as something has changed for them that no mail could tell.',
  }),
})
export type GuestRecord = Static<typeof guestRecord>

/** What is answered to who registers. */
const takenRecord = Type.Object({
  event_id: Type.Integer({ description: 'The ID of the event.' }),
  state: Type.Enum(['registered', 'waiting', 'requested'], { description: 'What they have.' }),
  confirm_by_utc: moment('Until when it has to be confirmed by the mail; null: it need not.'),
  party: Type.Integer({ minimum: 1, description: 'How many come.' }),
  message: Type.String({ description: 'What to do now, as a sentence.' }),
  url: Type.Optional(
    Type.String({ format: 'uri', description: 'Their own page, where no mail is sent; shown once.' }),
  ),
})

/** How the registration of an event stands, exactly and now. */
const liveRecord = Type.Object({
  ...registrationRecord.properties,
  waiting: Type.Integer({ minimum: 0, description: 'How many entries stand in line.' }),
  privacy_url: Type.String({ description: 'Where it is told what becomes of what is sent; empty for none.' }),
})

const { id, name, party, code, arrived, arrived_utc, state, number } = guestRecord.properties

/** A guest as phones at the door know them: nothing that is nobody’s business there. */
const doorRecord = Type.Object({
  id,
  name,
  party,
  code,
  arrived,
  token_sha256: Type.String({
    description:
      'By which a scanned link to their own page is known: SHA-256 of its last part, as hexadecimal digits.',
  }),
  state,
  number,
})
type DoorRecord = Static<typeof doorRecord>

const link = (description: string) => Type.String({ format: 'uri', description })

/** A page of the guests of an event. */
const listRecord = Type.Object({
  guests: Type.Array(Type.Union([guestRecord, doorRecord]), { description: 'The items of the page.' }),
  rest_url: link('This page.'),
  next_rest_url: Type.Optional(link('The next page, where there is one.')),
  previous_rest_url: Type.Optional(link('The page before, where there is one.')),
  total: Type.Integer({ description: 'How many items there are on all pages.' }),
  total_pages: Type.Integer({ description: 'How many pages there are.' }),
  counts: Type.Object(
    {
      taken: Type.Integer({ minimum: 0, description: 'How many people have a place.' }),
      waiting: Type.Integer({ minimum: 0, description: 'How many entries stand in line.' }),
      requested: Type.Integer({ minimum: 0, description: 'How many entries are to be approved.' }),
      arrived: Type.Integer({ minimum: 0, description: 'How many people were seen at the door.' }),
      head_count: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
        description: 'How many were there in all; null: nobody has counted.',
      }),
    },
    { description: 'Of all guests of the event, whatever was asked for.' },
  ),
  now_utc: Type.String({ description: 'What time it is here: by it phones at the door correct theirs.' }),
})

export type GuestList = Static<typeof listRecord>

const arrivedRecord = Type.Object({
  guests: Type.Array(Type.Object({ id, arrived, arrived_utc }), {
    description: 'Who was told of, as they are now.',
  }),
  unknown: Type.Array(Type.Union([Type.Integer(), Type.String()]), {
    description: 'What names nobody here, as it was sent.',
  }),
  arrived: Type.Integer({ minimum: 0, description: 'How many people with a name on the list are there.' }),
  head_count: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
    description: 'How many are there in all; null: nobody has counted.',
  }),
  now_utc: Type.String({ description: 'What time it is here: by it phones at the door correct theirs.' }),
})

/** What is answered to who writes to guests. */
const writtenRecord = Type.Object({
  mails: Type.Integer({ minimum: 0, description: 'How many mails go out.' }),
})

const erasedRecord = Type.Object({ deleted: Type.Literal(true) })
const allErasedRecord = Type.Object({
  deleted: Type.Literal(true),
  guests: Type.Integer({ minimum: 0, description: 'How many entries were removed.' }),
  mails: Type.Integer({ minimum: 0, description: 'How many mails that waited.' }),
})

/** The records of guests, by their names among the schemas. */
export const guestSchemas = {
  Guest: guestRecord,
  GuestTaken: takenRecord,
  GuestList: listRecord,
  GuestArrivals: arrivedRecord,
  GuestErased: erasedRecord,
  GuestsErased: allErasedRecord,
  GuestsWritten: writtenRecord,
  Registration: liveRecord,
}

const utc = (at: number | null) => (at === null ? null : utcText(at))

/** The guest on the wire; `url`: their own page. */
export function guestView(row: GuestRow, url: string): GuestRecord {
  return {
    id: row.id,
    event_id: row.event_id,
    number: row.number,
    state: row.state,
    confirmed: row.confirm_by === null,
    name: row.name,
    email: row.email,
    party: row.party,
    answers: { ...answersOf(row) },
    note: row.note,
    language: row.locale,
    code: row.code,
    url,
    by_hand: row.by_user !== null,
    arrived: row.arrived,
    arrived_utc: utc(row.arrived_at),
    offer_until_utc: row.state === 'offered' ? utc(row.offer_until) : null,
    created_utc: utcText(row.created_at),
    changed_utc: utcText(row.changed_at),
    call: row.to_call === 1,
  }
}

/** The guest as phones at the door know them; `token`: that of their own page. */
export function doorView(row: GuestRow, token: string): DoorRecord {
  const { id, name, party, code, arrived, state, number } = row
  return { id, name, party, code, arrived, token_sha256: hash('sha256', token), state, number }
}

/** What was told of who was seen at the door, on the wire. */
export function arrivedView(
  { guests, unknown, arrived: present, head_count }: Arrived,
  now_s: number,
): Static<typeof arrivedRecord> {
  const told = guests.map(({ id, arrived, arrived_at }) => ({ id, arrived, arrived_utc: utc(arrived_at) }))
  return { guests: told, unknown: [...unknown], arrived: present, head_count, now_utc: utcText(now_s) }
}
