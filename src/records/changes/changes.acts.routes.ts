import { can, forbidden } from '../../http/auth/rights.ts'
import { resolveDateExpression } from '../../pure/calendar/dateExpression.ts'
import { lastSecondOf } from '../../pure/calendar/lastSecond.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import type { Database, Reader } from '../../storage/db/dialect.ts'
import type { Endpoint, Faults, Resource } from '../../http/resource.ts'
import { noSuchDay } from '../../pure/params/moments.ts'
import { withPageSizes } from '../../pure/params/numbers.ts'
import type { Context } from '../../http/context.ts'
import { noParams } from '../../pure/params/path.ts'
import { pageOf, paged } from './changes.history.routes.ts'
import { type Deciding, decidingIn, isByDates, undoView, wholeOf } from './changes.whole.query.ts'
import { actView, entriesView } from './changes.history.view.ts'
import { namesFor, namesIn } from './changes.names.query.ts'
import { actsParams, type ReadActs } from './changes.params.ts'
import {
  type Act,
  actsOf,
  actsOfImport,
  among,
  type Count,
  entriesOfAct,
  type Narrowed,
} from './changes.acts.query.ts'
import { type Entry, keptSince, namesOf, storedRecord, tagsAmong, titlesOf } from './changes.query.ts'
import type { HistoryEntry } from './changes.record.ts'

/** How many records of an act are told by name. */
const toldOfAct = 20

/** The history of the whole calendar, for who may edit all of it. */
export function actsResource(context: Context): Resource {
  const { read } = context.db
  const endpoint: Endpoint<object, ReadActs> = {
    methods: ['GET'],
    summary: 'List what was done in the whole calendar, the newest first.',
    operation: 'getHistory',
    params: withPageSizes(actsParams, context),
    answer: { status: 200, says: 'One page of it.', schema: 'Acts' },
    check: async ({ params, now }) => spanFaults(params, spanOf(context, params, now)),
    handle: async ({ params, caller, now }) => {
      if (!can(caller, 'edit_others')) throw forbidden(caller, 'edit_others')
      const { page, perPage, part } = pageOf(context, params)
      const asked = { ...params, ...spanOf(context, params, now) }
      const { total, acts } = await actsAsked(context.db, asked, part)
      return paged({ history: await shown(read, acts) }, { total, page, perPage })
    },
  }
  return {
    path: '/history',
    pathParams: noParams,
    isExtension: true,
    endpoints: [endpoint],
    lacks: async (caller) => (can(caller, 'edit_others') ? {} : { GET: 'edit_others' }),
  }
}

/** An act with the first of its records. */
interface Told {
  readonly act: Act
  readonly entries: readonly Entry[]
  readonly counts: readonly Count[]
}

/** The seconds from which and until which it was done, undefined where that is not said, or where there is no such day. */
function spanOf({ siteZone }: Context, { from, to }: ReadActs, now: Temporal.Instant) {
  const first = from && resolveDateExpression(from, siteZone, now)
  const last = to && resolveDateExpression(to, siteZone, now)
  return {
    from: first && epochSeconds(first.instant),
    to: to && last && lastSecondOf(to, last, siteZone),
  }
}

function spanFaults(sent: ReadActs, { from, to }: ReturnType<typeof spanOf>): Faults {
  if (sent.from !== undefined && from === undefined) return { from: noSuchDay }
  if (sent.to !== undefined && to === undefined) return { to: noSuchDay }
  if (from !== undefined && to !== undefined && to < from) return { to: 'must not be before “from”' }
  return {}
}

async function actsAsked(
  { read, dialect }: Pick<Database, 'read' | 'dialect'>,
  params: Narrowed & Pick<ReadActs, 'import'>,
  part: { readonly offset: number; readonly limit: number },
): Promise<{ readonly total: number; readonly acts: readonly Told[] }> {
  const asked = await among({ read, dialect }, params)
  if (params.import !== undefined) {
    const { total, entries } = await actsOfImport(read, { id: params.import, asked }, part)
    return { total, acts: entries.map(alone) }
  }
  const { total, acts } = await actsOf(read, asked, part)
  const told: Told[] = []
  for (const act of acts) told.push({ act, ...(await entriesOfAct(read, act, { asked, limit: toldOfAct })) })
  return { total, acts: told }
}

/** An entry as an act of one record. */
function alone(entry: Entry): Told {
  const { kind, action } = entry
  return { act: { ...entry, records: 1 }, entries: [entry], counts: [{ kind, action, records: 1 }] }
}

async function shown(db: Reader, acts: readonly Told[]): Promise<object[]> {
  const names = await namesOf(
    db,
    acts.map(({ act }) => act.user_id),
  )
  const titles = await titlesOf(
    db,
    acts.flatMap(({ entries }) => entries),
  )
  const differences = new Map<Told, { of: Entry; changes: HistoryEntry['changes'] }>()
  for (const told of acts) {
    const of = exampleOf(told)
    if (of) differences.set(told, { of, changes: await changesOf(db, of) })
  }
  const linked = await namesIn(
    db,
    [...differences.values()].map(({ changes }) => changes),
  )
  const deciding = await decidingIn(
    db,
    acts.flatMap(({ entries: [first] }) => first ?? []),
  )
  return acts.map((told) => {
    const { act, entries, counts } = told
    const example = differences.get(told)
    const view = actView(act, { names, titles, entries, counts, example })
    const named = example && namesFor(example.changes, linked)
    return { ...view, ...(named ? { names: named } : {}), undo: undoOf(told, deciding) }
  })
}

/** By what an act is taken back as a whole: one of several records that are no series and its dates is not. */
function undoOf({ act, entries: [first], counts }: Told, deciding: Deciding): ReturnType<typeof undoView> {
  const undo = first ? undoView(wholeOf(first, deciding)) : null
  const told = counts.filter((count) => !isByDates(count)).reduce((sum, { records }) => sum + records, 0)
  return told === 1 || (undo?.kind === 'series' && act.via !== 'import') ? undo : null
}

/** The record whose differences stand for what was done; none of an import of many. */
function exampleOf({ act, entries }: Told): Entry | undefined {
  if (act.via === 'import' && act.records > 1) return undefined
  return entries.find(({ kind, action }) => kind === 'event' && action !== 'created') ?? entries[0]
}

async function changesOf(db: Reader, entry: Entry): Promise<HistoryEntry['changes']> {
  const stored = await storedRecord(db, entry)
  const kept = await keptSince(db, entry, entry.revision)
  const tags = entry.kind === 'event' ? await tagsAmong(db, kept, stored) : new Set<number>()
  const [view] = entriesView([entry], { stored, kept, tags, names: new Map() })
  return view?.changes ?? {}
}
