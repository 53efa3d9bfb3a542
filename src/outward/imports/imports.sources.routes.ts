import { can } from '../../http/auth/rights.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import type { Reader } from '../../storage/db/dialect.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import type { Ask, Endpoint, Faults, Resource, UploadedFile } from '../../http/resource.ts'
import type { Context } from '../../http/context.ts'
import { type ById, byId, noParams } from '../../pure/params/path.ts'
import { addressOf, plainAddress } from './imports.address.ts'
import { importView } from './imports.job.ts'
import { findJob } from './imports.query.ts'
import { isByDay, nextRun } from './imports.schedule.ts'
import type { Running, Scheduler } from './imports.scheduler.ts'
import {
  type CreateSource,
  createSourceParams,
  type RunSource,
  runSourceParams,
  type UpdateSource,
  updateSourceParams,
} from './imports.sources.params.ts'
import {
  countEvents,
  findSource,
  findSourceAt,
  lastRuns,
  listSources,
  type SourceRow,
} from './imports.sources.query.ts'
import { sourceView } from './imports.sources.record.ts'
import {
  changeSource,
  createSource,
  removeSource,
  type SourceChanges,
  stopSource,
} from './imports.sources.write.ts'
import { fileNameFault, lacksOn, urlFaults } from './imports.faults.ts'
import { tableTexts } from './imports.table.params.ts'

/** What sources are set up and run by. */
export interface SourceParts {
  readonly context: Context
  readonly scheduler: Scheduler
  /** Hosts that may be read from although their addresses are private. */
  readonly allowedHosts: readonly string[]
  /** The largest file that may be sent, in bytes. */
  readonly uploadLimit: number
}

const path = '/imports/sources'

/** The sources that are kept: set up, changed, run and stopped. */
export function sourceResources(
  parts: SourceParts,
): [Resource, Resource<ById>, Resource<ById>, Resource<ById>] {
  const shared = { isExtension: true, pathParams: byId } as const
  return [
    {
      path,
      isExtension: true,
      pathParams: noParams,
      bodyLimit: parts.uploadLimit,
      endpoints: [listEndpoint(parts), createEndpoint(parts)],
      lacks: lacksOn('GET', 'POST'),
    },
    {
      ...shared,
      path: `${path}/{id}`,
      endpoints: [readEndpoint(parts), updateEndpoint(parts), removeEndpoint(parts)],
      lacks: lacksOn('GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
    },
    {
      ...shared,
      path: `${path}/{id}/run`,
      bodyLimit: parts.uploadLimit,
      endpoints: [runEndpoint(parts)],
      lacks: lacksOn('POST'),
    },
    { ...shared, path: `${path}/{id}/stop`, endpoints: [stopEndpoint(parts)], lacks: lacksOn('POST') },
  ]
}

async function viewsOf(db: Reader, rows: readonly SourceRow[], { site, now }: Pick<Ask, 'site' | 'now'>) {
  const runs = await lastRuns(
    db,
    rows.map(({ id }) => id),
  )
  const events = await countEvents(
    db,
    rows.map(({ reading }) => reading),
  )
  const now_s = epochSeconds(now)
  return rows.map((row) =>
    sourceView(row, { runs: runs.get(row.id) ?? [], events: events.get(row.reading) ?? 0, site, now_s }),
  )
}

async function existing(db: Reader, id: number): Promise<SourceRow> {
  const row = await findSource(db, id)
  if (!row) throw new ApiError('rest_import_source_not_found', { id })
  return row
}

async function viewOf(db: Reader, id: number, ask: Pick<Ask, 'site' | 'now'>) {
  const [view] = await viewsOf(db, [await existing(db, id)], ask)
  return view
}

function listEndpoint({ context }: SourceParts): Endpoint {
  return {
    methods: ['GET'],
    summary: 'List the sources of imports that are kept, how they do, and when they are imported again.',
    params: noParams,
    answer: { status: 200, says: 'All of them.', schema: 'ImportSourceList' },
    handle: async (ask) => {
      const sources = await viewsOf(context.db.read, await listSources(context.db.read), ask)
      return { body: { sources, total: sources.length } }
    },
  }
}

function readEndpoint({ context }: SourceParts): Endpoint<ById> {
  return {
    methods: ['GET'],
    summary: 'Read a source of imports, and its last runs.',
    params: noParams,
    answer: { status: 200, says: 'The source.', schema: 'ImportSource' },
    handle: async (ask) => ({ body: await viewOf(context.db.read, ask.path.id, ask) }),
  }
}

function createEndpoint(parts: SourceParts): Endpoint<object, CreateSource> {
  return {
    methods: ['POST'],
    takesFile: true,
    summary: 'Keep a source of imports, an address or a file, and import it: once, or again and again.',
    params: createSourceParams,
    answer: { status: 201, says: 'The source.', schema: 'ImportSource' },
    check: async ({ params, file }) => faultsOf(parts, { isNew: true, params, file, before: undefined }),
    handle: async (ask) => {
      const { params, caller, now } = ask
      const { db } = parts.context
      const { run = true, leave: left, file_name } = params
      const file = ask.file && { ...ask.file, name: file_name ?? ask.file.name }
      const changes = changesOf(parts, params, undefined, now)
      const { url = '' } = changes
      const id = await db.write(async (tx) => {
        const same = url === '' ? undefined : await findSourceAt(tx, url)
        if (same) throw new ApiError('rest_import_source_exists', { id: same.id })
        const name = changes.name || (file?.name ?? new URL(url).host)
        const wanted = { ...changes, name, file: file?.name ?? '', user_id: caller.id }
        return createSource(tx, wanted, epochSeconds(now))
      }, 'aside')
      if (run) await beginFirst(parts, id, { caller, left, file, isNamed: file_name !== undefined })
      const body = await viewOf(db.read, id, ask)
      return { status: 201, body, headers: { Location: body?.rest_url ?? '' } }
    },
  }
}

/** A source that cannot be imported at once for want of room is due, and is imported soon; a file that is none is not kept. */
async function beginFirst(parts: SourceParts, id: number, running: Running): Promise<void> {
  const { db } = parts.context
  try {
    await parts.scheduler.run(await existing(db.read, id), running)
  } catch (error) {
    if (running.file) {
      await db.write((tx) => removeSource(tx, id), 'aside')
      throw error
    }
    if (!(error instanceof ApiError)) throw error
    await db.write((tx) => changeSource(tx, id, { next_at: 0 }), 'aside')
  }
}

function updateEndpoint(parts: SourceParts): Endpoint<ById, UpdateSource> {
  return {
    methods: ['POST', 'PUT', 'PATCH'],
    summary: 'Change a source of imports. From then on it is imported in the name of whoever has changed it.',
    params: updateSourceParams,
    answer: { status: 200, says: 'The source.', schema: 'ImportSource' },
    check: async ({ params, path: { id }, caller }) => {
      const before = can(caller, 'import') ? await findSource(parts.context.db.read, id) : undefined
      return faultsOf(parts, { isNew: false, params, file: undefined, before })
    },
    handle: async (ask) => {
      const {
        params,
        caller,
        now,
        path: { id },
      } = ask
      return parts.context.db.write(async (tx) => {
        const before = await existing(tx, id)
        await ask.assertMatch(() => viewOf(tx, id, ask))
        const changes = changesOf(parts, params, before, now)
        const same = changes.url ? await findSourceAt(tx, changes.url) : undefined
        if (same && same.id !== id) throw new ApiError('rest_import_source_exists', { id: same.id })
        await changeSource(tx, id, { ...changes, user_id: caller.id })
        return { body: await viewOf(tx, id, ask) }
      }, 'aside')
    },
  }
}

function removeEndpoint({ context }: SourceParts): Endpoint<ById> {
  return {
    methods: ['DELETE'],
    summary: 'Forget a source of imports: what it brought stays.',
    params: noParams,
    answer: { status: 200, says: 'The source as it last was.', schema: 'ImportSource' },
    handle: async (ask) => {
      return context.db.write(async (tx) => {
        const body = await viewOf(tx, ask.path.id, ask)
        await removeSource(tx, ask.path.id)
        return { body }
      }, 'aside')
    },
  }
}

function runEndpoint(parts: SourceParts): Endpoint<ById, RunSource> {
  return {
    methods: ['POST'],
    takesFile: true,
    summary:
      'Import a source now, or only tell what would be done. A source that is a file takes the file again.',
    title: 'Import a source now',
    operation: 'runImportSource',
    params: runSourceParams,
    answer: { status: 201, says: 'The import that has begun.', schema: 'Import' },
    handle: async (ask) => {
      const {
        params,
        caller,
        file,
        path: { id },
        site,
        now,
      } = ask
      const source = await existing(parts.context.db.read, id)
      if (source.url === '' && !file) throw new ApiError('rest_import_source_file', { id })
      // Its rows are remembered under the name of the file.
      const again = file && { ...file, name: source.file || file.name }
      const begun = await parts.scheduler.run(source, {
        caller,
        isDryRun: params.dry_run,
        left: params.leave,
        file: source.url === '' ? again : undefined,
      })
      const row = await findJob(parts.context.db.read, begun)
      if (!row) throw new ApiError('rest_import_source_not_found', { id })
      const body = importView(row, site, epochSeconds(now))
      return { status: 201, body, headers: { Location: body.rest_url } }
    },
  }
}

function stopEndpoint({ context }: SourceParts): Endpoint<ById> {
  return {
    methods: ['POST'],
    summary: 'Stop importing a source by itself, and end the run that is under way.',
    params: noParams,
    answer: { status: 200, says: 'The source.', schema: 'ImportSource' },
    handle: async (ask) => {
      return context.db.write(async (tx) => {
        await existing(tx, ask.path.id)
        await stopSource(tx, ask.path.id)
        return { body: await viewOf(tx, ask.path.id, ask) }
      }, 'aside')
    },
  }
}

interface Judged {
  readonly isNew: boolean
  readonly params: Partial<CreateSource>
  readonly file: UploadedFile | undefined
  readonly before: SourceRow | undefined
}

/** Faults of a source that show without asking another server. */
function faultsOf({ context, allowedHosts }: SourceParts, { isNew, params, file, before }: Judged): Faults {
  const { url, every, at } = params
  const isFile = file !== undefined || (before !== undefined && before.url === '')
  const every_s = every === undefined ? (before?.every_s ?? null) : every
  return {
    ...(file && url !== undefined ? { url: 'must not be given with a file: a source is one of them' } : {}),
    ...(!file && isNew && url === undefined
      ? { url: 'is missing: it says what to import, unless a file is sent' }
      : {}),
    ...(url === undefined ? {} : urlFaults(url, allowedHosts)),
    ...(file || params.file_name === undefined ? {} : { file_name: fileNameFault }),
    ...(context.media.fetcher || isFile
      ? {}
      : { url: 'cannot be imported: nothing is fetched from elsewhere here' }),
    ...(isFile && every_s !== null
      ? { every: 'must not be given for a file: nobody sends it again by itself' }
      : {}),
    ...(at && !isByDay({ every_s }) ? { at: 'goes with “every” in days alone, such as 1d' } : {}),
  }
}

function changesOf(
  { context }: SourceParts,
  params: UpdateSource,
  before: SourceRow | undefined,
  now: Temporal.Instant,
): SourceChanges {
  const { name, url, every, at, map, allow_removals } = params
  const every_s = every === undefined ? (before?.every_s ?? null) : every
  const said = at === undefined ? (before?.at_time ?? '') : at
  const at_time = isByDay({ every_s }) ? said : ''
  const isMoved = every_s !== (before?.every_s ?? null) || at_time !== (before?.at_time ?? '')
  return {
    ...(name === undefined || (name === '' && before) ? {} : { name }),
    ...(url === undefined ? {} : { url: addressOf(plainAddress(url)) }),
    ...(map === undefined ? {} : { map }),
    ...tableTexts(params),
    ...(allow_removals === undefined ? {} : { allow_removals: allow_removals ? 1 : 0 }),
    ...(isMoved ? { every_s, at_time, next_at: nextRun({ every_s, at_time }, now, context.siteZone) } : {}),
  }
}
