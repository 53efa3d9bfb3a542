import { can, forbidden } from '../auth/rights.ts'
import type { Reader } from '../db/dialect.ts'
import type { Endpoint, Resource } from '../http/resource.ts'
import { withPageSizes } from '../params/numbers.ts'
import type { Context } from '../posts/context.ts'
import { noParams } from '../posts/posts.params.ts'
import { pageOf, paged } from './changes.history.routes.ts'
import { actView, entriesView } from './changes.history.view.ts'
import { namesFor, namesIn } from './changes.names.query.ts'
import { actsParams, type ReadActs } from './changes.params.ts'
import {
  type Act,
  actsOf,
  actsOfImport,
  type Count,
  type Entry,
  entriesOfAct,
  keptSince,
  namesOf,
  storedRecord,
  tagsAmong,
  titlesOf,
} from './changes.query.ts'
import type { HistoryEntry } from './changes.record.ts'

/** How many records of an act are told by name. */
const toldOfAct = 20

/** The history of the whole calendar, for who may edit all of it. */
export function actsResource(context: Context): Resource {
  const { read } = context.db
  const endpoint: Endpoint<object, ReadActs> = {
    methods: ['GET'],
    summary: 'List what was done in the whole calendar, the newest first.',
    params: withPageSizes(actsParams, context),
    answer: { status: 200, says: 'One page of it.', schema: 'Acts' },
    handle: async ({ params, caller }) => {
      if (!can(caller, 'edit_others')) throw forbidden(caller, 'edit_others')
      const { page, perPage, part } = pageOf(context, params)
      const { total, acts } = await actsAsked(read, params, part)
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

async function actsAsked(
  db: Reader,
  params: ReadActs,
  part: { readonly offset: number; readonly limit: number },
): Promise<{ readonly total: number; readonly acts: readonly Told[] }> {
  if (params.import !== undefined) {
    const { total, entries } = await actsOfImport(db, params.import, part)
    return { total, acts: entries.map(alone) }
  }
  const { total, acts } = await actsOf(db, params, part)
  const told: Told[] = []
  for (const act of acts) told.push({ act, ...(await entriesOfAct(db, act, toldOfAct)) })
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
  return acts.map((told) => {
    const { act, entries, counts } = told
    const example = differences.get(told)
    const view = actView(act, { names, titles, entries, counts, example })
    const named = example && namesFor(example.changes, linked)
    return named ? Object.assign({}, view, { names: named }) : view
  })
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
