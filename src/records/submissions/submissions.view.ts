import { instantOf } from '../../pure/calendar/text.ts'
import type { Declared } from '../../fields/own/declaration.ts'
import { Type, type Static } from 'typebox'
import { byAnyName } from '../../pure/params/byAnyName.ts'
import { submissionKinds, submissionStates } from '../../pure/params/submissions.ts'
import type { EventWithLinks } from '../events/events.row.ts'
import type { Site } from '../../http/site.ts'
import { kinds } from '../posts/posts.kind.ts'
import { postUrl } from '../posts/posts.view.ts'
import { inOrder } from '../../pure/params/inOrder.ts'
import { plainLineOfHtml } from '../../pure/text/plain.ts'
import { differencesOf, fieldsOf, shownPicture, valuesOf } from './submissions.difference.ts'
import type { Standing, SubmissionRow } from './submissions.query.ts'
import type { Fields } from './submissions.params.ts'

const moment = (description: string) => Type.String({ format: 'date-time', description })
const orNull = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()])

/** A submission as editors see it. */
export const submissionRecord = Type.Object(
  {
    id: Type.Integer({ description: 'The ID of the submission, which is that of no event.' }),
    kind: Type.Enum([...submissionKinds], {
      description: 'A new event, a change of one, or a report of a mistake.',
    }),
    state: Type.Enum([...submissionStates], { description: 'Where it stands.' }),
    title: Type.String({
      description: 'The title of the new event, or of the one that it is about, as plain text.',
    }),
    submitter: Type.Object(
      {
        name: Type.String(),
        email: Type.String(),
        confirmed: Type.Boolean({ description: 'Whether the address is known to be theirs.' }),
        accepted: Type.Integer({ description: 'How many of theirs were accepted before.' }),
        trusted: Type.Boolean({ description: 'Whether what they propose is published at once.' }),
        blocked: Type.Boolean({ description: 'Whether what they propose is taken for spam.' }),
        language: Type.String(),
      },
      { description: 'Who sent it.' },
    ),
    note: Type.String({ description: 'What they wrote to the editors.' }),
    created: moment('When it was sent.'),
    changed: moment('When it was last changed or decided on.'),
    decided: orNull(moment('When it was decided on.')),
    reason: Type.String({ description: 'Why it was rejected.' }),
    message: Type.String({ description: 'What the sender was asked, or told beside the decision.' }),
    event: orNull(
      Type.Object({
        id: Type.Integer(),
        title: Type.String(),
        url: Type.String({ format: 'uri' }),
        status: Type.String(),
        start_date: Type.String(),
      }),
    ),
    event_state: orNull(
      Type.Enum(['here', 'trash', 'gone'], { description: 'What has become of the event that it is about.' }),
    ),
    fields: byAnyName(Type.Unknown(), { description: 'What is proposed, by field.' }),
    changes: Type.Integer({ description: 'How many fields that are.' }),
    conflicts: Type.Array(Type.String(), {
      description: 'The fields that were changed here since, to something else.',
    }),
    new_venue: Type.Boolean({ description: 'Whether a venue would be made.' }),
    new_organizer: Type.Boolean({ description: 'Whether an organizer would be made.' }),
    picture: orNull(
      Type.Object(
        { url: Type.String({ format: 'uri' }), alt_text: Type.String() },
        { description: 'The picture, which only editors who have signed in can load.' },
      ),
    ),
    rest_url: Type.String({ format: 'uri' }),
    reopens: Type.Boolean({
      description: 'Whether what was decided can be taken back, unless what came of it was changed since.',
    }),
  },
  { description: 'What somebody proposes who may not publish.' },
)
export type Submission = Static<typeof submissionRecord>

/** The differences of a submission, by field. */
const differenceRecord = byAnyName(
  Type.Object({
    base: Type.Unknown({ description: 'The value when it was proposed.' }),
    proposed: Type.Unknown({ description: 'What it shall be.' }),
    current: Type.Unknown({ description: 'What it is now.' }),
    conflict: Type.Boolean({ description: 'Whether it was changed here since, to something else.' }),
  }),
  { description: 'What is proposed against the event as it is now, by field.' },
)

export type SubmissionDifferences = Static<typeof differenceRecord>

/** What is answered to who proposes something: nothing by which somebody else could confirm it. */
const takenRecord = Type.Object(
  {
    state: Type.Enum(['unconfirmed', 'waiting', 'accepted'], {
      description:
        'Whether it waits for its sender to confirm it by mail, for editors, or was published at once.',
    }),
    url: Type.Optional(
      Type.String({ format: 'uri', description: 'Its page, for who has signed in; others get it by mail.' }),
    ),
  },
  { description: 'What was taken.' },
)

/** What was removed of an address. */
const erasedRecord = Type.Object(
  {
    deleted: Type.Literal(true),
    submissions: Type.Integer({ description: 'How many submissions.' }),
    mails: Type.Integer({ description: 'How many mails that waited to be sent.' }),
  },
  { description: 'What was removed of an address.' },
)

/** What a view of submissions needs. */
export interface SubmissionsShown {
  readonly site: Site
  readonly events: ReadonlyMap<number, EventWithLinks>
  readonly standing: (row: SubmissionRow) => Standing
  readonly declared: Declared
}

/** A submission as its record. */
export function submissionView(
  row: SubmissionRow,
  { site, events, standing, declared }: SubmissionsShown,
): Submission {
  const { proposed } = fieldsOf(row)
  const whole = row.event_id === null ? undefined : events.get(row.event_id)
  const { accepted, trusted_by, blocked_by } = standing(row)
  const differences = differencesIn(row, whole, declared)
  const picture = shownPicture(row)
  return inOrder<Submission>(submissionRecord, {
    id: row.id,
    kind: row.kind,
    state: row.state,
    title: plainLineOfHtml(row.title),
    submitter: {
      name: row.name,
      email: row.email,
      confirmed: row.confirmed_at !== null,
      accepted,
      trusted: trusted_by !== null,
      blocked: blocked_by !== null,
      language: row.locale,
    },
    note: row.note,
    created: isoOf(row.created_at),
    changed: isoOf(row.changed_at),
    decided: row.decided_at === null ? null : isoOf(row.decided_at),
    reason: row.reason,
    message: row.message,
    event: whole
      ? {
          id: whole.event.id,
          title: plainLineOfHtml(whole.event.title),
          url: postUrl(site, kinds.event, whole.event),
          status: whole.event.status,
          start_date: whole.event.start_wall,
        }
      : null,
    event_state: stateOf(row, whole),
    fields: proposed,
    changes: Object.keys(differences).length,
    conflicts: Object.entries(differences).flatMap(([name, { conflict }]) => (conflict ? [name] : [])),
    new_venue: makesNew(proposed['venue']),
    new_organizer: makesNew(proposed['organizer']),
    picture:
      picture === null
        ? null
        : { url: `${site.home}/submission/picture/${row.id}`, alt_text: row.picture_alt },
    rest_url: `${site.rest}/submissions/${row.id}`,
    reopens: canReopen(row),
  })
}

/** The differences of a submission to the event as it is now; what was decided has none left to be in conflict with. */
export function differencesIn(row: SubmissionRow, whole: EventWithLinks | undefined, declared: Declared) {
  const isOpen = row.state === 'waiting' || row.state === 'asked' || row.state === 'unconfirmed'
  const { proposed, base } = fieldsOf(row)
  const pictured = shownPicture(row) === null ? {} : { image: { new: row.picture_alt } }
  const current = row.kind === 'change' && whole ? valuesOf(whole, declared) : undefined
  const all = differencesOf({ proposed: { ...proposed, ...pictured }, base }, current)
  return isOpen
    ? all
    : Object.fromEntries(Object.entries(all).map(([name, one]) => [name, { ...one, conflict: false }]))
}

/** Of what was accepted it is known for a while what that has done. */
function canReopen({ state, kind, accepted_in, proposed }: SubmissionRow): boolean {
  if (state === 'accepted') return kind === 'report' || (accepted_in !== null && proposed !== '{}')
  return state === 'rejected' || state === 'spam'
}

function stateOf(
  { kind, state }: SubmissionRow,
  whole: EventWithLinks | undefined,
): Submission['event_state'] {
  if (kind === 'new' && state !== 'accepted') return null
  if (!whole) return 'gone'
  return whole.event.status === 'trash' ? 'trash' : 'here'
}

/** Whether the list has one that is to be made. */
function makesNew(value: unknown): boolean {
  return Array.isArray(value) && value.some((member: Fields) => member['id'] === undefined)
}

function isoOf(at: number): string {
  return instantOf(at).toString()
}

/** The schemas of what is answered about proposals, by their names. */
export const submissionSchemas = {
  Submission: submissionRecord,
  SubmissionDifferences: differenceRecord,
  SubmissionTaken: takenRecord,
  SubmissionsErased: erasedRecord,
}
