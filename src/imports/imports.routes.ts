import { type Caller, can } from '../auth/rights.ts'
import { epochSeconds } from '../calendar/text.ts'
import type { Reader } from '../db/dialect.ts'
import { isExport } from '../exports/exports.records.ts'
import { invalidParams } from '../http/decode.ts'
import type { Ask, Endpoint, Faults, Lacking, Method, Resource, UploadedFile } from '../http/resource.ts'
import { ImageFault } from '../images/fault.ts'
import { readAllowedHosts, readTarget } from '../images/target.ts'
import type { Context } from '../posts/context.ts'
import { byId, noParams } from '../posts/posts.params.ts'
import { type ImportRow, importView } from './imports.job.ts'
import { fetchText, plainAddress } from './imports.address.ts'
import type { Importer, Job } from './imports.jobs.ts'
import { type OpenOptions, openText } from './imports.open.ts'
import { type CreateImport, createImportParams } from './imports.params.ts'
import { findJob } from './imports.query.ts'
import { ImportFault, type ImportSource } from './imports.record.ts'
import { decodeText } from './imports.text.ts'
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
  /** The largest file that may be sent, in bytes. */
  readonly uploadLimit: number
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
      const opening = openingOf(context, ask, settings)
      const id = await settings.importer.begin({ caller, isDryRun, allowsRemovals, ...opening })
      const body = importView(await existing(context.db.read, id), site, epochSeconds(now))
      return { status: 201, body, headers: { Location: body.rest_url } }
    },
  }
}

/** What is imported, and how it is read. A file that is none is refused at once; an address tells that later. */
function openingOf(
  context: Context,
  { params, file, now }: Ask<object, CreateImport>,
  settings: ImportSettings,
): Pick<Job, 'name' | 'open'> {
  const about = { siteZone: context.siteZone, now, map: params.map ?? new Map<string, string>() }
  if (file) {
    const source = openFile(file, about)
    return { name: file.name, open: async () => source }
  }
  const { url = '' } = params
  if (isSiteAddress(url)) {
    const site = siteOptions(context, params, settings)
    return { name: url.replace(/\/+$/, ''), open: async (signal) => openSite({ ...site, signal }) }
  }
  const { allowedHosts } = settings
  const name = new URL(plainAddress(url)).pathname.split('/').at(-1) ?? ''
  const open = async (signal: AbortSignal) =>
    openText(await fetchText(url, { allowedHosts, signal }), { ...about, name })
  return { name: url, open }
}

function openFile({ name, bytes }: UploadedFile, about: Omit<OpenOptions, 'name'>): ImportSource {
  const text = decodeText(bytes)
  if (isExport(text)) throw invalidParams({ file: 'is an export of Kalends, which “kalends import” reads' })
  try {
    return openText(text, { ...about, name })
  } catch (error) {
    if (!(error instanceof ImportFault)) throw error
    throw invalidParams({ file: `cannot be imported: ${error.message}` })
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
  { params, file }: Ask<object, Partial<CreateImport>>,
  { allowedHosts }: ImportSettings,
): Faults {
  const { url, user, password, map } = params
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
