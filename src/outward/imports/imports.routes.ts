import { can } from '../../http/auth/rights.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import type { Reader } from '../../storage/db/dialect.ts'
import { invalidParams } from '../../http/decodedParameters.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import type { Ask, Endpoint, Faults, Resource, UploadedFile } from '../../http/resource.ts'
import type { Context } from '../../http/context.ts'
import { type ById, byId, noParams } from '../../pure/params/path.ts'
import { type ImportRow, importView } from './imports.job.ts'
import { isSiteAddress, plainAddress } from './imports.address.ts'
import type { BySource } from './imports.bySource.params.ts'
import { bySourceResource } from './imports.bySource.routes.ts'
import { fileNameFault, lacksOn, urlFaults } from './imports.faults.ts'
import { type ListImports, listImportsParams, type Preview, previewParams } from './imports.sources.params.ts'
import { listImports } from './imports.sources.query.ts'
import type { Importer } from './imports.jobs.ts'
import { originsResource } from './imports.origins.routes.ts'
import type { OpeningSettings } from './imports.sourceOpening.ts'
import { type CreateImport, createImportParams } from './imports.params.ts'
import { findJob } from './imports.query.ts'
import { ImportFault } from './imports.record.ts'
import { readMap } from './csv/csv.columns.ts'
import { tableNames } from './imports.table.params.ts'

/** The settings of imports through the API. */
export interface ImportSettings extends OpeningSettings {
  readonly importer: Importer
  /** The largest file that may be sent, in bytes. */
  readonly uploadLimit: number
}

/** The addresses of imports: one that starts them, and one that shows one. */
export function importResources(
  context: Context,
  settings: ImportSettings,
): [Resource, Resource<ById>, Resource, Resource<BySource>, Resource] {
  return [
    {
      path: '/imports',
      pathParams: noParams,
      isExtension: true,
      bodyLimit: settings.uploadLimit,
      endpoints: [listEndpoint(context), createEndpoint(context, settings)],
      lacks: lacksOn('GET', 'POST'),
    },
    {
      path: '/imports/{id}',
      pathParams: byId,
      isExtension: true,
      endpoints: [readEndpoint(context)],
      lacks: lacksOn('GET'),
    },
    {
      path: '/imports/preview',
      pathParams: noParams,
      isExtension: true,
      bodyLimit: settings.uploadLimit,
      endpoints: [previewEndpoint(context, settings)],
      lacks: lacksOn('POST'),
    },
    bySourceResource(context),
    originsResource(context),
  ]
}

function createEndpoint(context: Context, settings: ImportSettings): Endpoint<object, CreateImport> {
  return {
    methods: ['POST'],
    takesFile: true,
    summary: 'Import a site or a file, beside everything else: the answer tells where to see how far it is.',
    params: createImportParams,
    answer: { status: 201, says: 'The import that has begun.', schema: 'Import' },
    check: async (ask) => faultsOf(context, ask, settings),
    handle: async (ask) => {
      const { params, caller, now, site } = ask
      const { dry_run: isDryRun = false, allow_removals: allowsRemovals = false, leave: left } = params
      // The readers of sources are loaded when something is imported.
      const { openingOf } = await import('./imports.sourceOpening.ts')
      const opening = await openingOf(context, ask, settings)
      const id = await settings.importer.begin({
        caller,
        isDryRun,
        allowsRemovals,
        left,
        home: site.home,
        ...opening,
      })
      const body = importView(await existing(context.db.read, id), site, epochSeconds(now))
      return { status: 201, body, headers: { Location: body.rest_url } }
    },
  }
}

function listEndpoint({ db, perPage, perPageMax }: Context): Endpoint<object, ListImports> {
  return {
    methods: ['GET'],
    summary: 'List the imports that were started here, the newest first.',
    params: listImportsParams,
    answer: { status: 200, says: 'A page of them.', schema: 'ImportList' },
    handle: async ({ params, site, now }) => {
      const { page = 1, per_page = perPage, source } = params
      const limit = Math.min(per_page, perPageMax)
      const offset = Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER)
      const { rows, total } = await listImports(db.read, { source, limit, offset })
      const now_s = epochSeconds(now)
      const imports = rows.map((row) => importView(row, site, now_s))
      return { body: { imports, total, total_pages: Math.ceil(total / limit) } }
    },
  }
}

function previewEndpoint(context: Context, settings: ImportSettings): Endpoint<object, Preview> {
  return {
    methods: ['POST'],
    takesFile: true,
    summary:
      'Look at a file, or what is at an address: the columns of a table, which fields they are taken for, and its first rows.',
    title: 'Look at a file, or what is at an address',
    operation: 'previewImport',
    params: previewParams,
    answer: { status: 200, says: 'What it has.', schema: 'ImportPreview' },
    check: async ({ params, file }) => faultsOf(context, { params, file }, settings),
    handle: async ({ params, file, now }) => {
      const { previewOf } = await import('./imports.preview.ts')
      const { url = '', map = '' } = params
      const own = context.declared.all
      if (file) {
        const body = previewOf({ bytes: file.bytes }, file.name, { map, own })
        return { body: { ...body, copy_of: await copyOf(context, { file, map, now }, settings) } }
      }
      const { fetchFile } = await import('./imports.fetch.ts')
      const { allowedHosts, now: clock } = settings
      const contents = await fetchFile(url, { allowedHosts, now: clock }).catch((error: unknown) => {
        throw error instanceof ImportFault
          ? invalidParams({ url: `cannot be read: ${error.message}` })
          : error
      })
      const name = new URL(plainAddress(url)).pathname.split('/').at(-1) ?? ''
      return { body: previewOf(contents, name, { map, own }) }
    },
  }
}

/** The file that has brought most of what a table has, under another name. */
async function copyOf(
  context: Context,
  { file, map, now }: { readonly file: UploadedFile; readonly map: string; readonly now: Temporal.Instant },
  settings: ImportSettings,
): Promise<string | null> {
  const { openingOf } = await import('./imports.sourceOpening.ts')
  const { copiedFrom } = await import('./imports.copies.ts')
  try {
    const { open } = await openingOf(context, { params: { map: readMap(map) }, file, now }, settings)
    return (await copiedFrom(context.db.read, await open(new AbortController().signal)))?.name ?? null
  } catch (error) {
    // What cannot be imported as it is can be looked at all the same.
    if (error instanceof ImportFault || error instanceof ApiError) return null
    throw error
  }
}

function readEndpoint({ db }: Context): Endpoint<ById> {
  return {
    methods: ['GET'],
    summary: 'See how far an import is, and what it has done.',
    params: noParams,
    answer: { status: 200, says: 'The import.', schema: 'Import' },
    check: async ({ path, caller }) => (can(caller, 'import') ? idFaults(db.read, path) : {}),
    handle: async ({ path, site, now }: Ask<ById>) => ({
      body: importView(await existing(db.read, path.id), site, epochSeconds(now)),
    }),
  }
}

/** Faults of an import that show without asking another server. */
function faultsOf(
  { media }: Context,
  {
    params,
    file,
  }: Pick<Ask<object, Partial<Omit<CreateImport, 'map'>> & { map?: unknown }>, 'params' | 'file'>,
  { allowedHosts }: ImportSettings,
): Faults {
  const { url, user, password } = params
  if (file)
    return url === undefined ? {} : { url: 'must not be given with a file: there is one import at a time' }
  const isSite = url !== undefined && isSiteAddress(url)
  const together = 'is missing: user and password belong together'
  return {
    ...(url === undefined
      ? { url: 'is missing: it says what to import, unless a file is sent' }
      : urlFaults(url, allowedHosts)),
    ...(params.file_name === undefined ? {} : { file_name: fileNameFault }),
    ...(media.fetcher ? {} : { url: 'cannot be imported: nothing is fetched from elsewhere here' }),
    ...(user === undefined && password !== undefined ? { user: together } : {}),
    ...(user !== undefined && password === undefined ? { password: together } : {}),
    ...(isSite
      ? Object.fromEntries(
          ['map' as const, ...tableNames].flatMap((name) =>
            params[name] ? [[name, 'must not be given with a site: it is for tables']] : [],
          ),
        )
      : {}),
  }
}

async function idFaults(db: Reader, { id }: ById): Promise<Faults> {
  return (await findJob(db, id)) ? {} : { id: `must be the ID of an import, and none has the ID ${id}` }
}

async function existing(db: Reader, id: number): Promise<ImportRow> {
  const row = await findJob(db, id)
  if (!row) throw invalidParams({ id: `must be the ID of an import, and ${id} is gone` })
  return row
}
