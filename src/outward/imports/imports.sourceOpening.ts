import { isExport } from '../exports/exports.records.ts'
import { invalidParams } from '../../http/decodedParameters.ts'
import type { Ask, UploadedFile } from '../../http/resource.ts'
import type { Context } from '../../http/context.ts'
import { isPage, isSiteAddress, nameAt, plainAddress, siteRootOf } from './imports.address.ts'
import { refusalOf } from '../../records/media/media.choose.ts'
import { openAway } from './imports.readingThread.ts'
import { fetchFile } from './imports.fetch.ts'
import type { Job } from './imports.jobs.ts'
import type { OpenOptions } from './imports.textSource.ts'
import type { CreateImport } from './imports.params.ts'
import { ImportFault, type ImportSource } from './imports.record.ts'
import { tableSays } from './imports.table.params.ts'
import { openSite, requireSite } from './site/site.open.ts'

/** How sources on other servers are read. */
export interface OpeningSettings {
  /** Hosts that may be read from although their addresses are private. */
  readonly allowedHosts: readonly string[]
  readonly now: () => Temporal.Instant
  /** `SITE_LOCALE`. */
  readonly locale: string
}

/** How many pages of a site are asked for at the same time. */
const concurrency = 2

/** The source of an import, and how it is opened. An invalid file is refused at once, with 400; an address is read later. */
export async function openingOf(
  context: Context,
  { params, file, now }: Pick<Ask<object, CreateImport>, 'params' | 'file' | 'now'>,
  settings: OpeningSettings,
): Promise<Pick<Job, 'name' | 'isFile' | 'open'>> {
  const { locale } = settings
  const map = params.map ?? new Map<string, string>()
  const { siteZone, seriesHorizonMonths: horizonMonths } = context
  const about = {
    siteZone,
    now,
    horizonMonths,
    map,
    own: context.declared.all,
    ...tableSays(params),
    locale,
  }
  if (file) {
    const name = params.file_name ?? file.name
    const source = await openFile({ ...file, name }, { ...about, isNamed: params.file_name !== undefined })
    return { name, isFile: true, open: async () => source }
  }
  const { url = '' } = params
  const site = siteOptions(context, params, settings)
  if (isSiteAddress(url) || params.user !== undefined)
    return { name: siteRootOf(url) ?? url, open: async (signal) => requireSite({ ...site, signal }) }
  const { allowedHosts } = settings
  const name = new URL(plainAddress(url)).pathname.split('/').at(-1) ?? ''
  const open = async (signal: AbortSignal) =>
    (isPage(url) ? await openSite({ ...site, signal }) : undefined) ??
    openAway(await fetchFile(url, { allowedHosts, now: settings.now, signal }), {
      ...about,
      name,
      address: nameAt(url),
    })
  return { name: nameAt(url), open }
}

async function openFile(
  { name, bytes }: UploadedFile,
  about: Omit<OpenOptions, 'name'>,
): Promise<ImportSource> {
  if (isExport(bytes.subarray(0, beginning_bytes).toString()))
    throw invalidParams({ file: 'is an export of Kalends, which “kalends import” reads' })
  try {
    return await openAway({ bytes }, { ...about, name })
  } catch (error) {
    if (error instanceof ImportFault) throw invalidParams({ file: `cannot be imported: ${error.message}` })
    throw refusalOf(error, 'file')
  }
}

/** In how much of a file an export shows, in bytes. */
const beginning_bytes = 4096

function siteOptions({ costFormat, currencyCode }: Context, params: CreateImport, settings: OpeningSettings) {
  const { url = '', user, password } = params
  const credentials = user !== undefined && password !== undefined ? { user, password } : undefined
  const { allowedHosts, now } = settings
  return {
    url,
    allowedHosts,
    now,
    concurrency,
    costFormat,
    currencyCode,
    ...(credentials ? { credentials } : {}),
  }
}
