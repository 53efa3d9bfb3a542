import { type Caller, can, mayEdit, rightToEdit } from '../../http/auth/rights.ts'
import type { Reader } from '../../storage/db/dialect.ts'
import type { HistoryKind } from '../../storage/schema/tables.history.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { existingEvent } from '../rows/event.access.ts'
import type { Answer, Ask, Endpoint, Lacking, Resource } from '../../http/resource.ts'
import { invalidParams } from '../../http/decodedParameters.ts'
import { an } from '../../http/item.ts'
import { pagesOf } from '../../http/list.ts'
import { withPageSizes } from '../../pure/params/numbers.ts'
import type { Context } from '../../http/context.ts'
import { kinds } from '../posts/posts.kind.ts'
import { type ById, byId } from '../../pure/params/path.ts'
import { findOwned } from '../posts/posts.query.ts'
import { occurrencesIn } from '../series/series.query.ts'
import {
  byRevision,
  type ByRevision,
  historyParams,
  type ReadHistory,
  type Undo,
  undoParams,
} from './changes.params.ts'
import { entriesView } from './changes.history.view.ts'
import {
  type Entry,
  entriesOf,
  findEntry,
  type Kept,
  keptSince,
  namesOf,
  storedRecord,
  type Subject,
  tagsAmong,
  datesChangedWith,
} from './changes.query.ts'
import { namesFor, namesIn } from './changes.names.query.ts'
import type { HistoryEntry } from './changes.record.ts'
import { decidingIn, undoView, wholeOf } from './changes.whole.query.ts'
import { foretellUndo, termKinds, undo } from './changes.undo.write.ts'

/** Where the records of each kind are. */
const paths: Readonly<Record<HistoryKind, string>> = {
  event: '/events',
  venue: '/venues',
  organizer: '/organizers',
  category: '/categories',
  tag: '/tags',
  series: '/series',
}

/** The history of each kind of records, with taking back, and that of all of them. */
export function historyResources(context: Context): Resource<never>[] {
  return Object.keys(paths).flatMap((name) => {
    // The keys of the table are the kinds.
    const kind = name as HistoryKind
    const history: Resource<ById> = {
      path: `${paths[kind]}/{id}/history`,
      pathParams: byId,
      isExtension: true,
      endpoints: [historyEndpoint(context, kind)],
      lacks: async (caller, { id }) => lacking(context.db.read, caller, { kind, id }, 'GET'),
    }
    const undoing: Resource<ByRevision> = {
      path: `${paths[kind]}/{id}/history/{revision}/undo`,
      pathParams: byRevision,
      isExtension: true,
      endpoints: [undoEndpoint(context, kind)],
      lacks: async (caller, { id }) => lacking(context.db.read, caller, { kind, id }, 'POST'),
    }
    const told: Resource<ByRevision> = {
      ...undoing,
      path: `${undoing.path}/guests`,
      endpoints: [foretellEndpoint(context, kind)],
      lacks: async (caller, { id }) => lacking(context.db.read, caller, { kind, id }, 'GET'),
    }
    return [history, undoing, told] as Resource<never>[]
  })
}

/** Who may change a record may read its history, and take back what they may change. */
async function lacking(
  db: Reader,
  caller: Caller,
  subject: Subject,
  method: 'GET' | 'POST',
): Promise<Lacking> {
  const { kind, id } = subject
  if (kind === 'category' || kind === 'tag') {
    const { right } = termKinds[kind]
    return can(caller, right) ? {} : { [method]: right }
  }
  const dates = kind === 'series' ? await occurrencesIn(db, id) : []
  const [first] = dates
  const post =
    kind === 'series'
      ? (dates.find((date) => mayEdit(caller, date)) ?? first)
      : await findOwned(db, kinds[kind], id)
  const right = post ? rightToEdit(caller, post) : 'edit_own'
  return can(caller, right) ? {} : { [method]: right }
}

/** The kind as names of operations have it: `Event`. */
function nounFor(kind: HistoryKind): string {
  return kind.charAt(0).toUpperCase() + kind.slice(1)
}

function historyEndpoint(context: Context, kind: HistoryKind): Endpoint<ById, ReadHistory> {
  const { read } = context.db
  return {
    methods: ['GET'],
    summary: `List what was done to ${kind === 'category' || kind === 'tag' ? `a ${kind}` : `one of the ${kind === 'series' ? 'series' : `${kind}s`}`}, the newest first.`,
    operation: `get${nounFor(kind)}History`,
    params: withPageSizes(historyParams, context),
    answer: { status: 200, says: 'One page of its history.', schema: 'History' },
    handle: async ({ path, params }) => {
      const subject = { kind, id: path.id }
      const stored = await storedRecord(read, subject)
      if (!stored) throw await unknown(context, subject)
      const { page, perPage, part } = pageOf(context, params)
      const { total, entries } = await entriesOf(read, subject, part)
      const last = entries.at(-1)?.revision ?? 0
      const kept = last === 0 ? [] : await keptSince(read, subject, last)
      const told = {
        stored,
        kept,
        names: await namesOf(
          read,
          entries.map(({ user_id }) => user_id),
        ),
        tags: kind === 'event' ? await tagsAmong(read, kept, stored) : new Set<number>(),
      }
      const shown = await named(read, entriesView(entries, told))
      const history = await withUndo(read, entries, { shown, kept })
      return paged({ history }, { total, page, perPage })
    },
  }
}

/** Entries with what the records are called that they have by their ids. */
async function named(db: Reader, shown: readonly HistoryEntry[]): Promise<HistoryEntry[]> {
  const all = await namesIn(
    db,
    shown.map(({ changes }) => changes),
  )
  return shown.map((entry) => {
    const names = namesFor(entry.changes, all)
    return names ? Object.assign({}, entry, { names }) : entry
  })
}

/** Entries say by what they are taken back, and those of a series with how many of its dates. */
async function withUndo(
  db: Reader,
  entries: readonly Entry[],
  { shown, kept }: { readonly shown: readonly HistoryEntry[]; readonly kept: readonly Kept[] },
): Promise<HistoryEntry[]> {
  const deciding = await decidingIn(db, entries)
  const counts = await datesChangedWith(
    db,
    entries.filter(({ kind, revision }) => kind === 'series' || deciding.around.has(revision)),
  )
  return entries.flatMap((entry, at) => {
    const [one, undo] = [shown[at], undoView(wholeOf(entry, deciding))]
    if (!one) return []
    const dates =
      undo?.kind === 'series' || entry.kind === 'series' ? (counts.get(entry.revision) ?? 0) : undefined
    const isKept =
      undo?.kind === 'series' ||
      entry.action === 'created' ||
      kept.some(({ revision, field }) => revision === entry.revision && field !== 'password_digest')
    return [{ ...one, ...(dates === undefined ? {} : { dates }), undo: isKept ? undo : null }]
  })
}

async function unknown({ db }: Context, { kind, id }: Subject): Promise<ApiError> {
  if (kind === 'series') return new ApiError('rest_series_not_found', { id })
  if (kind !== 'event') return invalidParams({ id: `must be the ID of a ${kind}, and none has the ID ${id}` })
  await existingEvent(db.read, id)
  return new ApiError('rest-event-not-found', { by: 'ID', named: id })
}

function undoEndpoint(context: Context, kind: HistoryKind): Endpoint<ByRevision, Undo> {
  return {
    methods: ['POST'],
    summary: `Take back what an entry of the history of ${kind === 'series' ? 'a series and its dates' : kind === 'event' || kind === 'organizer' ? `an ${kind}` : `a ${kind}`} says.`,
    title: `Take back an entry of the history of ${an(kind)}`,
    operation: `undo${nounFor(kind)}`,
    params: undoParams,
    answer: { status: 200, says: 'What was taken back.', schema: 'Undone' },
    handle: async ({ path, params, caller, now }: Ask<ByRevision, Undo>) => {
      const subject = { kind, id: path.id }
      const { read } = context.db
      // Of what is gone its history says why it stays so.
      if (!(await storedRecord(read, subject)) && !(await findEntry(read, subject, path.revision)))
        throw await unknown(context, subject)
      const { siteZone } = context
      const { left, ...undone } = await undo(context, subject, {
        ...params,
        revision: path.revision,
        caller,
        now,
        siteZone,
        declared: context.declared,
      })
      return { body: { ...subject, ...undone, ...(left.length > 0 ? { left } : {}) } }
    },
  }
}

/** Whom taking it back would tell what, asked before it is done. */
function foretellEndpoint(context: Context, kind: HistoryKind): Endpoint<ByRevision, Undo> {
  const { siteZone, declared } = context
  return {
    methods: ['GET'],
    summary: 'Foretell what guests hear if an entry is taken back.',
    operation: `foretellUndo${nounFor(kind)}`,
    params: undoParams,
    answer: { status: 200, says: 'What guests would be told, and how many.', schema: 'GuestsForetold' },
    handle: async ({ path, params, caller, now }) => {
      const undoing = { ...params, revision: path.revision, caller, now, siteZone, declared }
      return { body: { guests: await foretellUndo(context, { kind, id: path.id }, undoing) } }
    },
  }
}

/** The page that is asked for. */
export function pageOf(
  { perPage: usual, perPageMax }: Pick<Context, 'perPage' | 'perPageMax'>,
  { page = 1, per_page = usual }: ReadHistory,
) {
  const perPage = Math.min(per_page, perPageMax)
  return { page, perPage, part: { offset: (page - 1) * perPage, limit: perPage } }
}

/** A page with its numbers. */
export function paged(body: object, page: { total: number; page: number; perPage: number }): Answer {
  return { body: { ...body, total: page.total, total_pages: pagesOf(page) } }
}
