import { isExport } from '../exports/exports.records.ts'
import { invalidParams } from '../http/decode.ts'
import type { Ask, UploadedFile } from '../http/resource.ts'
import type { Context } from '../posts/context.ts'
import { isSiteAddress, plainAddress, withoutEndingSlash } from './imports.address.ts'
import { fetchText } from './imports.fetch.ts'
import type { Job } from './imports.jobs.ts'
import { type OpenOptions, openText } from './imports.open.ts'
import type { CreateImport } from './imports.params.ts'
import { ImportFault, type ImportSource } from './imports.record.ts'
import { decodeText } from './imports.text.ts'
import { openSite } from './site/site.open.ts'

/** How sources on other servers are read. */
export interface OpeningSettings {
  /** Hosts that may be read from although their addresses are private. */
  readonly allowedHosts: readonly string[]
  readonly now: () => Temporal.Instant
}

/** How many pages of a site are asked for at the same time. */
const concurrency = 2

/** The source of an import, and how it is opened. An invalid file is refused at once, with 400; an address is read later. */
export function openingOf(
  context: Context,
  { params, file, now }: Ask<object, CreateImport>,
  settings: OpeningSettings,
): Pick<Job, 'name' | 'open'> {
  const about = { siteZone: context.siteZone, now, map: params.map ?? new Map<string, string>() }
  if (file) {
    const source = openFile(file, about)
    return { name: file.name, open: async () => source }
  }
  const { url = '' } = params
  if (isSiteAddress(url)) {
    const site = siteOptions(context, params, settings)
    return { name: withoutEndingSlash(url), open: async (signal) => openSite({ ...site, signal }) }
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

function siteOptions({ costFormat }: Context, params: CreateImport, settings: OpeningSettings) {
  const { url = '', user, password } = params
  const credentials = user !== undefined && password !== undefined ? { user, password } : undefined
  const { allowedHosts, now } = settings
  return { url, allowedHosts, now, concurrency, costFormat, ...(credentials ? { credentials } : {}) }
}
