import { Type } from 'typebox'
import { anonymous, type Caller, can } from '../../http/auth/rights.ts'
import type { Writer } from '../../storage/db/dialect.ts'
import { rowsIn } from '../../storage/db/rows.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { writeFaults } from '../events/events.faults.ts'
import { withLinks } from '../events/events.linked.ts'
import type { WithImage } from '../events/events.images.ts'
import { type CreateEvent, type UpdateEvent, updateEventParams } from '../events/events.params.ts'
import { findEventRow } from '../rows/event.query.ts'
import type { EventRow } from '../rows/event.row.ts'
import { settleTimes } from '../events/events.span.ts'
import { createEventIn, updateEventIn } from '../events/events.write.ts'
import { decode, invalidParams } from '../../http/decodedParameters.ts'
import type { Ask } from '../../http/resource.ts'
import type { Context } from '../../http/context.ts'
import type { Writing } from '../posts/posts.write.ts'
import { createSeriesIn } from '../series/series.create.write.ts'
import { createWithRecurrence } from '../series/series.params.ts'
import { settleSeries } from '../series/series.settle.ts'
import { differencesOf, fieldsOf, valuesOf } from './submissions.difference.ts'
import { byName, together } from './submissions.own.ts'
import type { Fields } from './submissions.params.ts'
import type { SubmissionRow } from './submissions.query.ts'

/** What is accepted of a submission: these fields, with these values. */
export interface Taken {
  readonly fields: Fields
  /** Whether the editor has named them, and so has seen what is in conflict. */
  readonly isNamed: boolean
  /** The ID of the picture, which is kept by now. */
  readonly image_id?: number | undefined
}

/** Which fields the editor takes: those that they name, as proposed or as edited. Throws 400 for names that are not proposed. */
export function takenOf(
  row: SubmissionRow,
  wanted: readonly string[] | Fields | undefined,
): Omit<Taken, 'image_id'> & {
  readonly withPicture: boolean
} {
  const { proposed } = fieldsOf(row)
  const hasPicture = row.picture !== null
  if (wanted === undefined) return { fields: proposed, isNamed: false, withPicture: hasPicture }
  if (!isList(wanted)) {
    // What is edited stands in place of what was proposed; of a new event the rest is taken as well.
    const { image, ...edited } = wanted
    const named = row.kind === 'new' ? { ...byName(proposed), ...byName(edited) } : byName(edited)
    const fields = together(named)
    return { fields, isNamed: true, withPicture: hasPicture && image !== null && image !== false }
  }
  const named = Object.entries(byName(proposed))
  const isThere = (name: string) => named.some(([other]) => other === name || isPart(other, name))
  const unknown = wanted.filter((name) => !isThere(name) && !(name === 'image' && hasPicture))
  if (unknown.length > 0)
    throw invalidParams({
      fields: `must be names of fields that are proposed; these are none: ${unknown.join(', ')}`,
    })
  const isWanted = (name: string) => wanted.some((one) => one === name || isPart(name, one))
  const fields = together(Object.fromEntries(named.filter(([name]) => isWanted(name))))
  return { fields, isNamed: true, withPicture: wanted.includes('image') }
}

/** Whether it is one of the fields of the calendar, all of which `fields` names. */
const isPart = (name: string, of: string) => of === 'fields' && name.startsWith('fields.')

function isList(wanted: readonly string[] | Fields): wanted is readonly string[] {
  return Array.isArray(wanted)
}

const newParams = Type.Object({ ...createWithRecurrence.properties })

/** Reads the fields that are taken as events read them, on behalf of the editor. Throws 400 for `fields` with all that is wrong. */
export async function readTaken(
  context: Context,
  row: SubmissionRow,
  { fields }: Pick<Taken, 'fields'>,
  ask: Ask<unknown, unknown>,
): Promise<CreateEvent | UpdateEvent> {
  const isNew = row.kind === 'new'
  const { values, faults, given } = decode(isNew ? newParams : updateEventParams, fields)
  const found: Record<string, string> = Object.fromEntries(
    [...faults].map(([name, { message }]) => [name, message]),
  )
  const stored =
    isNew || row.event_id === null ? undefined : await findEventRow(context.db.read, row.event_id)
  // Each value comes from the reader of its parameter.
  const params = values as Partial<CreateEvent>
  Object.assign(found, await writeFaults(context, { ...ask, params, given }, stored))
  if (isNew) {
    for (const name of ['title', 'start_date', 'end_date'] as const)
      if (params[name] === undefined) found[name] ??= 'must be given'
  }
  if (Object.keys(found).length > 0)
    throw invalidParams({
      fields: Object.entries(found)
        .map(([name, says]) => `[${name}] ${says}`)
        .join('; '),
    })
  return values
}

/** The address of the page of an event. */
export type PageUrl = (event: Pick<EventRow, 'id' | 'slug' | 'status'>) => string

/** Who accepts, and where the page of the event is. */
export interface Accepting extends Writing {
  readonly pageUrl: PageUrl
}

/** Makes what is taken, within a transaction; answers the ID of the event. Throws 409 where the event is gone, or fields are in conflict. */
export async function applyIn(
  tx: Writer,
  context: Context,
  row: SubmissionRow,
  taken: Taken & { readonly sent: CreateEvent | UpdateEvent },
  accepting: Accepting,
): Promise<number | null> {
  if (row.kind === 'report') return row.event_id
  const sent = { ...taken.sent, ...(taken.image_id === undefined ? {} : { image_id: taken.image_id }) }
  return row.kind === 'new'
    ? // It was read with the parameters of a new event, none of which was missing.
      makeIn(
        tx,
        context,
        await authored(tx, row, sent as CreateEvent & WithImage, accepting.caller),
        accepting,
      )
    : changeIn(tx, context, { row, taken, sent }, accepting)
}

/** The event is of who proposed it, if they have an account and nobody else is named. */
async function authored<Sent extends CreateEvent & WithImage>(
  tx: Writer,
  { user_id }: SubmissionRow,
  sent: Sent,
  caller: Caller,
): Promise<Sent> {
  if (user_id === null || sent.author !== undefined || !can(caller, 'edit_others')) return sent
  const user = await tx.selectFrom('users').select('id').where('id', '=', user_id).executeTakeFirst()
  return user ? { ...sent, author: user.id } : sent
}

async function makeIn(
  tx: Writer,
  context: Context,
  given: CreateEvent & WithImage & { readonly recurrence?: Parameters<typeof settleSeries>[1] },
  writing: Writing,
): Promise<number> {
  const { recurrence, password: _password, ...sent } = given
  const clock = { now: writing.now, siteZone: context.siteZone, horizonMonths: context.seriesHorizonMonths }
  if (recurrence) {
    const settled = settleSeries(sent, recurrence, clock)
    if ('faults' in settled) throw invalidParams({ fields: Object.values(settled.faults).join('; ') })
    return createSeriesIn(tx, context, { sent, schedule: settled.schedule, digest: null }, writing)
  }
  const settled = settleTimes(sent, writing)
  if ('faults' in settled) throw invalidParams({ fields: Object.values(settled.faults).join('; ') })
  const { event } = await createEventIn(tx, sent, { ...settled.columns, password_digest: null }, writing)
  return event.id
}

async function changeIn(
  tx: Writer,
  context: Context,
  { row, taken, sent }: { row: SubmissionRow; taken: Taken; sent: UpdateEvent & WithImage },
  accepting: Accepting,
): Promise<number> {
  const stored = row.event_id === null ? undefined : await findEventRow(tx, row.event_id)
  if (!stored || stored.status === 'trash')
    throw new ApiError('rest_submission_gone', { state: stored ? 'in the trash' : 'gone' })
  if (!taken.isNamed) await assertNoConflict(tx, context, row, stored)
  const change = { ...accepting, id: stored.id, stored, guard: async () => {} }
  await updateEventIn(tx, { context, sent, pageUrl: accepting.pageUrl }, change)
  return stored.id
}

async function assertNoConflict(
  tx: Writer,
  { declared }: Pick<Context, 'declared'>,
  row: SubmissionRow,
  stored: EventRow,
): Promise<void> {
  const [whole] = await withLinks(rowsIn(tx), [stored], anonymous)
  if (!whole) return
  const { proposed, base } = fieldsOf(row)
  const pictured = row.picture === null ? {} : { image: { new: row.picture_alt } }
  const all = differencesOf({ proposed: { ...proposed, ...pictured }, base }, valuesOf(whole, declared))
  const names = Object.entries(all).flatMap(([name, { conflict }]) => (conflict ? [name] : []))
  if (names.length === 0) return
  throw new ApiError(
    'rest_submission_conflict',
    { names: names.join(', ') },
    { data: { params: names, differences: Object.fromEntries(names.map((name) => [name, all[name]])) } },
  )
}
