import { type Caller, can } from '../../http/auth/rights.ts'
import type { Faults, Lacking, Method } from '../../http/resource.ts'
import { ImageFault } from '../../storage/images/fault.ts'
import { readAllowedHosts, readTarget } from '../../storage/images/target.ts'
import { plainAddress } from './imports.address.ts'

/** What is wrong with an address to import from, as far as that shows without asking it. */
export function urlFaults(url: string, allowedHosts: readonly string[]): Faults {
  try {
    readTarget(plainAddress(url), readAllowedHosts(allowedHosts))
    return {}
  } catch (error) {
    if (!(error instanceof ImageFault)) throw error
    return { url: error.message }
  }
}

/** Lets those through who may import. */
export function lacksOn(...methods: readonly Method[]): (caller: Caller) => Promise<Lacking> {
  return async (caller) =>
    can(caller, 'import') ? {} : Object.fromEntries(methods.map((method) => [method, 'import']))
}

/** What is said of a name that is given where no file is sent. */
export const fileNameFault = 'must not be given with an address: it is for files'
