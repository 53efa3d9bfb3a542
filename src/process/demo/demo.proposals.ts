import { anonymous } from '../../http/auth/rights.ts'
import { epochSeconds, parseWall, wallText } from '../../pure/calendar/text.ts'
import { rowsIn } from '../../storage/db/rows.ts'
import { withLinks } from '../../records/events/events.linked.ts'
import type { EventWithLinks } from '../../records/events/events.row.ts'
import { findEventRows } from '../../records/rows/event.query.ts'
import type { Context } from '../../http/context.ts'
import { readProposed } from '../../records/submissions/submissions.fields.ts'
import type { Proposal } from '../../records/submissions/submissions.proposal.ts'
import { insertSubmission } from '../../records/submissions/submissions.write.ts'

/** Somebody of the invented city who proposes something, so many hours before now. */
interface Proposer extends Pick<Proposal, 'kind' | 'fields' | 'note'> {
  readonly name: string
  readonly email: string
  readonly ago_h: number
  readonly about?: EventWithLinks | undefined
  readonly asked?: string
}

/** Proposals wait in the demo as they do in a city: new events, changes of some that are there, and a mistake. Answers how many. */
export async function writeProposals(context: Context, now: Temporal.Instant): Promise<number> {
  const [first, second, third] = await comingUp(context, now)
  const all = [...newEvents(context, now), ...changesOf([first, second, third])]
  let count = 0
  for (const one of all) if (await store(context, one, now)) count += 1
  return count
}

/** Public events of the days to come. */
async function comingUp(context: Context, now: Temporal.Instant): Promise<EventWithLinks[]> {
  const rows = await context.db.read
    .selectFrom('events')
    .select('id')
    .where('status', '=', 'publish')
    .where('password_digest', 'is', null)
    .where('starts_at', '>', epochSeconds(now) + 86_400)
    .orderBy('starts_at')
    .orderBy('id')
    .limit(3)
    .execute()
  const ids = rows.map(({ id }) => id)
  return withLinks(rowsIn(context.db.read), await findEventRows(context.db.read, ids), anonymous)
}

function newEvents({ siteZone }: Context, now: Temporal.Instant): Proposer[] {
  const today = now.toZonedDateTimeISO(siteZone.id).toPlainDate()
  const on = (days: number, from: string, until: string) => {
    const day = today.add({ days }).toString()
    return { start_date: `${day} ${from}`, end_date: `${day} ${until}` }
  }
  return [
    {
      kind: 'new',
      name: 'Gull Street Swimmers',
      email: 'hello@gullstreet.example',
      ago_h: 64,
      note: 'Same as last year, only warmer soup. Council permit is in the post.',
      fields: {
        title: 'Sunrise Swim and Breakfast',
        ...on(24, '08:00', '10:30'),
        description:
          '<p>We go in when the sun comes up and come out when we want to. Afterwards there is soup from the big pot, bread from Millgate, and a fire. You may also just watch, in a coat.</p>',
        venue: [{ venue: 'White Wharf Slipway', address: 'White Wharf', city: 'Haverbridge', zip: 'HB1' }],
        organizer: [{ organizer: 'Gull Street Swimmers', email: 'hello@gullstreet.example' }],
        cost: ['Free'],
      },
    },
    {
      kind: 'new',
      name: 'Wilma Tarrant',
      email: 'wilma@library.example',
      ago_h: 20,
      note: '',
      fields: {
        title: 'Tuesday Story Hour',
        ...on(10, '10:30', '11:15'),
        description:
          '<p>Stories for children from three to six, and for whoever brings them. Cushions are there.</p>',
        recurrence: ['RRULE:FREQ=WEEKLY;COUNT=12'],
      },
    },
    {
      kind: 'new',
      name: 'Repair Works',
      email: 'circle@repairworks.example',
      ago_h: 7,
      note: 'We need no picture, the last one was good.',
      asked: 'Who may use the sewing machines, and does it take booking?',
      fields: {
        title: 'Mending Circle',
        ...on(15, '18:00', '20:30'),
        description: '<p>Bring what is torn. We have needles, thread, two machines and tea.</p>',
        cost: ['Free'],
      },
    },
    {
      kind: 'new',
      name: '',
      email: 'a.visitor@mail.example',
      ago_h: 3,
      note: '',
      fields: { title: 'An Audience with Nobody', ...on(30, '19:00', '21:00') },
    },
  ]
}

function changesOf([first, second, third]: readonly (EventWithLinks | undefined)[]): Proposer[] {
  const changes: Proposer[] = []
  if (first)
    changes.push({
      kind: 'change',
      about: first,
      name: 'Box office',
      email: 'office@thestatic.example',
      ago_h: 28,
      note: 'We have to close earlier that night.',
      fields: {
        end_date: wallText(parseWall(first.event.end_wall).subtract({ minutes: 20 })),
        excerpt: 'Ends a little earlier than announced; the bar stays open.',
      },
    })
  if (second)
    changes.push({
      kind: 'change',
      about: second,
      name: 'Imani Okafor',
      email: 'imani@mail.example',
      ago_h: 12,
      note: 'It says nothing of the ramp: there is one, at the back.',
      fields: {
        description: `${second.event.description}\n<p>There is a step-free way in from the yard.</p>`,
      },
    })
  if (third)
    changes.push({
      kind: 'report',
      about: third,
      name: '',
      email: 'reader@mail.example',
      ago_h: 5,
      note: 'The map shows the old entrance.',
      fields: {},
    })
  return changes
}

/** Stores one as it would be after its sender has confirmed it; answers whether it could be read. */
async function store(context: Context, one: Proposer, now: Temporal.Instant): Promise<boolean> {
  const { kind, fields, about, ago_h, asked } = one
  const read = kind === 'report' ? undefined : await readProposed(context, { fields, about, now })
  if (read && 'faults' in read) return false
  const at = epochSeconds(now) - ago_h * 3600
  const title = kind === 'new' ? read?.proposed['title'] : about?.event.title
  const row = {
    kind,
    state: asked === undefined ? ('waiting' as const) : ('asked' as const),
    event_id: about?.event.id ?? null,
    user_id: null,
    decided_by: null,
    title: typeof title === 'string' ? title : '',
    proposed: JSON.stringify(read?.proposed ?? {}),
    base: JSON.stringify(read?.base ?? {}),
    email: one.email,
    email_folded: one.email,
    name: one.name,
    note: one.note ?? '',
    locale: '',
    picture: null,
    picture_alt: '',
    reason: '',
    message: asked ?? '',
    created_at: at,
    changed_at: at,
    confirmed_at: at,
    decided_at: null,
    ends_at: read?.ends_at ?? about?.event.ends_at ?? at,
  }
  await context.db.write((tx) => insertSubmission(tx, row, { queue: Infinity, daily: Infinity }))
  return true
}
