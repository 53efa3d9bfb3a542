import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Environment } from '../../src/config/config.ts'
import { createDatabaseWithAccounts } from './accounts.ts'
import { createTestApp, type TestApp } from './app.ts'

/** Two nodes of a service on one database, which end with the test. */
export async function twoNodes(environment: Environment = {}): Promise<[TestApp, TestApp]> {
  const folder = await mkdtemp(join(tmpdir(), 'kalends-'))
  const { database, credentials } = await createDatabaseWithAccounts(folder)
  const nodes: TestApp[] = []
  const start = async () => {
    // Whichever is closed first leaves the database to the other.
    const node = await createTestApp(environment, {
      database: { url: database.url, remove: async () => {} },
      credentials,
    })
    nodes.push(node)
    return node
  }
  onTestFinished(async () => {
    for (const node of nodes) await node.close()
    await database.remove()
    await rm(folder, { recursive: true, force: true })
  })
  return [await start(), await start()]
}
