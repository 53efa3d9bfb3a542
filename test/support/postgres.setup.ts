import process from 'node:process'
import type { TestProject } from 'vitest/node'
import { addAccounts, type Credentials } from './accounts.ts'
import { fleetingFolder } from './fleetingFolder.ts'
import { prepareAccounts, prepareTemplate, startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    readonly postgres: string
    /** Of the accounts in the template that has some. */
    readonly credentials: Credentials
  }
}

/** Starts one PostgreSQL for all tests that are run on it; TEST_POSTGRES names one that is there already instead. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const known = process.env['TEST_POSTGRES']
  const server = known === undefined ? await startPostgres({ within: fleetingFolder() }) : undefined
  const address = known ?? server?.address() ?? ''
  await prepareTemplate(address)
  project.provide('postgres', address)
  project.provide('credentials', await prepareAccounts(address, addAccounts))
  return async () => server?.remove()
}
