import { type Caller, can } from '../auth/rights.ts'
import { epochSeconds } from '../calendar/text.ts'
import type { Reader } from '../db/dialect.ts'
import { invalidParams } from '../http/decode.ts'
import type { Ask, Endpoint, Faults, Lacking, Method, Resource } from '../http/resource.ts'
import { ImageFault } from '../images/fault.ts'
import { readAllowedHosts, readTarget } from '../images/target.ts'
import type { Context } from '../posts/context.ts'
import { type ById, byId, noParams } from '../posts/posts.params.ts'
import { type ImportRow, importView } from './imports.job.ts'
import { isSiteAddress, plainAddress } from './imports.address.ts'
import type { Importer } from './imports.jobs.ts'
import type { OpeningSettings } from './imports.opening.ts'
import { type CreateImport, createImportParams } from './imports.params.ts'
import { findJob } from './imports.query.ts'

/** The settings of imports through the API. */
export interface ImportSettings extends OpeningSettings {
  readonly importer: Importer
  /** The largest file that may be sent, in bytes. */
  readonly uploadLimit: number
}

/** The addresses of imports: one that starts them, and one that shows one. */
export function importResources(context: Context, settings: ImportSettings): [Resource, Resource<ById>] {
  return [
    {
      path: '/imports',
      pathParams: noParams,
      isExtension: true,
      bodyLimit: settings.uploadLimit,
      endpoints: [createEndpoint(context, settings)],
      lacks: lacksOn('POST'),
    },
    {
      path: '/imports/{id}',
      pathParams: byId,
      isExtension: true,
      endpoints: [readEndpoint(context)],
      lacks: lacksOn('GET'),
    },
  ]
}

function createEndpoint(context: Context, settings: ImportSettings): Endpoint<object, CreateImport> {
  return {
    methods: ['POST'],
    summary: 'Import a site or a file, beside everything else: the answer tells where to see how far it is.',
    params: createImportParams,
    answer: { status: 201, says: 'The import that has begun.', schema: 'Import' },
    check: async (ask) => faultsOf(context, ask, settings),
    handle: async (ask) => {
      const { params, caller, now, site } = ask
      const { dry_run: isDryRun = false, allow_removals: allowsRemovals = false } = params
      // The readers of sources are loaded when something is imported.
      const { openingOf } = await import('./imports.opening.ts')
      const opening = await openingOf(context, ask, settings)
      const id = await settings.importer.begin({
        caller,
        isDryRun,
        allowsRemovals,
        home: site.home,
        ...opening,
      })
      const body = importView(await existing(context.db.read, id), site, epochSeconds(now))
      return { status: 201, body, headers: { Location: body.rest_url } }
    },
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
  { params, file }: Ask<object, Partial<CreateImport>>,
  { allowedHosts }: ImportSettings,
): Faults {
  const { url, user, password, map, dates } = params
  if (file)
    return url === undefined ? {} : { url: 'must not be given with a file: there is one import at a time' }
  const isSite = url !== undefined && isSiteAddress(url)
  const together = 'is missing: user and password belong together'
  return {
    ...urlFaults(url, allowedHosts),
    ...(media.fetcher ? {} : { url: 'cannot be imported: nothing is fetched from elsewhere here' }),
    ...(user === undefined && password !== undefined ? { user: together } : {}),
    ...(user !== undefined && password === undefined ? { password: together } : {}),
    ...(isSite && map ? { map: 'must not be given with a site: it is for tables' } : {}),
    ...(isSite && dates ? { dates: 'must not be given with a site: it is for tables' } : {}),
  }
}

function urlFaults(url: string | undefined, allowedHosts: readonly string[]): Faults {
  if (url === undefined) return { url: 'is missing: it says what to import, unless a file is sent' }
  try {
    readTarget(plainAddress(url), readAllowedHosts(allowedHosts))
    return {}
  } catch (error) {
    if (!(error instanceof ImageFault)) throw error
    return { url: error.message }
  }
}

function lacksOn(method: Method): (caller: Caller) => Promise<Lacking> {
  return async (caller) => (can(caller, 'import') ? {} : { [method]: 'import' })
}

async function idFaults(db: Reader, { id }: ById): Promise<Faults> {
  return (await findJob(db, id)) ? {} : { id: `must be the ID of an import, and none has the ID ${id}` }
}

async function existing(db: Reader, id: number): Promise<ImportRow> {
  const row = await findJob(db, id)
  if (!row) throw invalidParams({ id: `must be the ID of an import, and ${id} is gone` })
  return row
}
