import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import type { Environment } from '../../src/config/config.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { settingsOf, temporaryFolder } from './sandbox.ts'

/** An app in this process on the calendar of a folder, with an account for each role. */
export interface FolderApp extends TestApp {
  readonly folder: string
  /** What it has warned of. */
  logged(): string
}

/** The app of a folder whose calendar has no accounts yet, or of a new one; it is closed when the test ends. */
export async function appIn(
  folder: string = temporaryFolder(),
  environment: Environment = {},
): Promise<FolderApp> {
  const { DATA_DIR, DATABASE_URL: url } = await settingsOf(folder)
  const database = { url, remove: async () => {} }
  let logged = ''
  const log = pino({ level: 'warn' }, { write: (line) => (logged += line) })
  const app = await createTestApp({ DATA_DIR, ...environment }, { database, log })
  onTestFinished(() => app.close())
  return { ...app, folder, logged: () => logged }
}
