import { plainAddress } from './imports.address.ts'
import { ImportFault } from './imports.record.ts'
import { charsetOf, type FileContents, largestFile_bytes } from './imports.text.ts'
import { createWeb, WebFault } from './imports.web.ts'
import { agendaAt } from './openagenda/openagenda.address.ts'
import { fetchAgenda } from './openagenda/openagenda.fetch.ts'

/** For a whole file. */
const timeout_ms = 60_000

/** The file at an address; of an agenda of OpenAgenda all of its events. Throws an {@link ImportFault} when it cannot be fetched, as from private networks. */
export async function fetchFile(
  address: string,
  asking: {
    readonly allowedHosts: readonly string[]
    readonly now: () => Temporal.Instant
    readonly signal?: AbortSignal
  },
): Promise<FileContents> {
  const url = plainAddress(address)
  const web = createWeb({ ...asking, timeout_ms, maxBytes: largestFile_bytes })
  const agenda = agendaAt(url)
  if (agenda) return fetchAgenda(agenda, { web, now: asking.now, signal: asking.signal })
  const { status, headers, bytes } = await web.get(url).catch((error: unknown) => {
    throw error instanceof WebFault
      ? new ImportFault(`The source ${error.message}.`, { cause: error })
      : error
  })
  if (status !== 200) throw new ImportFault(`${url} was answered with status ${status}, not 200.`)
  return { bytes, ...charsetOf(headers['content-type']) }
}
