import { plainAddress } from './imports.address.ts'
import { ImportFault } from './imports.record.ts'
import { largestFile_bytes } from './imports.text.ts'
import { createWeb, WebFault } from './imports.web.ts'

/** For a whole file. */
const timeout_ms = 60_000

/** The text at an address. Throws an {@link ImportFault} when it cannot be fetched, as from private networks. */
export async function fetchText(
  address: string,
  asking: { readonly allowedHosts: readonly string[]; readonly signal?: AbortSignal },
): Promise<string> {
  const url = plainAddress(address)
  const { status, text } = await createWeb({ ...asking, timeout_ms, maxBytes: largestFile_bytes })
    .get(url)
    .catch((error: unknown) => {
      throw error instanceof WebFault
        ? new ImportFault(`The source ${error.message}.`, { cause: error })
        : error
    })
  if (status !== 200) throw new ImportFault(`${url} was answered with status ${status}, not 200.`)
  return text
}
