import { setTimeout as sleepFor } from 'node:timers/promises'
import type { Faults } from '../../http/resource.ts'
import { ImageFault } from '../../storage/images/fault.ts'
import { lookupAll } from '../../storage/images/redirects.ts'
import { findAddresses, readAllowedHosts, readTarget } from '../../storage/images/target.ts'
import type { Context } from '../../http/context.ts'
import { filterFault } from '../events/events.filter.text.ts'

/** How long it is waited for the addresses of a host, in milliseconds. */
const lookup_ms = 3000

/**
 * What is wrong with the address of a webhook, as the end of the sentence “url …”; undefined: nothing. A host that is not known now may
 * be later: each message is sent to addresses that are checked then.
 */
async function addressFault(url: string, allowedHosts: readonly string[]): Promise<string | undefined> {
  try {
    const target = readTarget(url, readAllowedHosts(allowedHosts))
    const known = async (host: string) => {
      const found = await Promise.race([lookupAll(host).catch(() => []), sleepFor(lookup_ms, [])])
      return found
    }
    await findAddresses(target, known)
    return undefined
  } catch (error) {
    if (!(error instanceof ImageFault)) throw error
    if (error.reason === 'unreachable') return undefined
    const allowed =
      error.reason === 'forbidden-address'
        ? ', and nothing is sent there unless the setting WEBHOOK_HOSTS names the host'
        : ''
    return `is not accepted: ${error.why}${allowed}`
  }
}

/** What is wrong with an address and a filter, as far as the network, the database and the clock show it. */
export async function faultsIn(
  { context, allowedHosts }: { readonly context: Context; readonly allowedHosts: readonly string[] },
  { url, filter }: { readonly url?: string; readonly filter?: string },
  now: Temporal.Instant,
): Promise<Faults> {
  const badUrl = url === undefined ? undefined : await addressFault(url, allowedHosts)
  const badFilter = filter ? await filterFault(context, filter, now) : undefined
  return {
    ...(badUrl === undefined ? {} : { url: badUrl }),
    ...(badFilter === undefined ? {} : { filter: badFilter }),
  }
}
