import { type Caller, can } from '../auth/rights.ts'
import { epochSeconds } from '../calendar/text.ts'
import type { Reader } from '../db/dialect.ts'
import { invalidParams } from '../http/decode.ts'
import type { Ask, Endpoint, Faults, Lacking, Method, Resource } from '../http/resource.ts'
import { ImageFault } from '../images/fault.ts'
import { readAllowedHosts, readTarget } from '../images/target.ts'
import type { Context } from '../posts/context.ts'
import { byId, noParams } from '../posts/posts.params.ts'
import { type ImportRow, importView } from './imports.job.ts'
import type { Importer } from './imports.jobs.ts'
import { type CreateImport, createImportParams } from './imports.params.ts'
import { findJob } from './imports.query.ts'
import { isSiteAddress, openSite } from './site/site.open.ts'

interface ById {
  readonly id: number
}

/** What importing by the API goes by. */
export interface ImportSettings {
  readonly importer: Importer
  /** Hosts that may be asked although their addresses are private. */
  readonly allowedHosts: readonly string[]
  readonly now: () => Temporal.Instant
}

/** Pages of a site asked for at the same time. */
const concurrency = 2

/** The addresses of imports: where one is asked for, and where one is seen. */
export function importResources(context: Context, settings: ImportSettings): [Resource, Resource<ById>] {
  return [
    {
      path: '/imports',
      pathParams: noParams,
      isExtension: true,
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
    summary: 'Import a running site, beside everything else: the answer tells where to see how far it is.',
    params: createImportParams,
    answer: { status: 201, says: 'The import that has begun.', schema: 'Import' },
    check: async ({ params }) => faultsOf(context, params, settings),
    handle: async ({ params, caller, now, site }) => {
      const { dry_run: isDryRun = false, allow_removals: allowsRemovals = false } = params
      const open = (signal: AbortSignal) => openSite({ ...siteOptions(context, params, settings), signal })
      const id = await settings.importer.begin({ caller, open, isDryRun, allowsRemovals })
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

function siteOptions({ costFormat }: Context, params: CreateImport, settings: ImportSettings) {
  const { url = '', user, password } = params
  const credentials = user !== undefined && password !== undefined ? { user, password } : undefined
  const { allowedHosts, now } = settings
  return { url, allowedHosts, now, concurrency, costFormat, ...(credentials ? { credentials } : {}) }
}

/** What can be told about an import without asking anybody. */
function faultsOf(
  { media }: Context,
  { url, user, password }: Partial<CreateImport>,
  { allowedHosts }: ImportSettings,
): Faults {
  const together = 'is missing: user and password belong together'
  return {
    ...urlFaults(url, allowedHosts),
    ...(media.fetcher ? {} : { url: 'cannot be imported: nothing is fetched from elsewhere here' }),
    ...(user === undefined && password !== undefined ? { user: together } : {}),
    ...(user !== undefined && password === undefined ? { password: together } : {}),
  }
}

function urlFaults(url: string | undefined, allowedHosts: readonly string[]): Faults {
  if (url === undefined) return { url: 'is missing: it says what to import' }
  if (!isSiteAddress(url))
    return { url: 'must be the address of a site, such as https://old.example/wp-json/tribe/events/v1' }
  try {
    readTarget(url, readAllowedHosts(allowedHosts))
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
