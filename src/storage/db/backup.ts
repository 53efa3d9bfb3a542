import { isPostgres } from '../../config/databaseAddress.ts'
import {
  backUpFile,
  type Copying,
  restoreFile,
  type Restored,
  type Restoring,
} from './sqlite/sqlite.backup.ts'
import { orNewer } from './newer.ts'
import type { Counts } from './sqlite/sqlite.inspect.ts'

export type { Counts }

/** Whether the calendar at an address is backed up here: one on a server is by the tools that come with that. */
export function isBackedUpHere(url: string): boolean {
  return !isPostgres(url)
}

/** See {@link backUpFile}; throws a sentence that names the tool for it where the calendar is on a server. */
export async function backUp(url: string, file: string, copying?: Copying): Promise<Counts> {
  const path = fileOf(url, 'pg_dump')
  return orNewer(path, undefined, () => backUpFile(path, file, copying))
}

/** See {@link restoreFile}; throws a sentence that names the tool for it where the calendar is on a server. */
export async function restore(file: string, url: string, restoring: Restoring): Promise<Restored> {
  const path = fileOf(url, 'pg_restore')
  return orNewer(file, undefined, () => restoreFile(file, path, restoring))
}

function fileOf(url: string, tool: string): string {
  if (isPostgres(url)) throw new Error(`The calendar is in PostgreSQL: that is what ${tool} is for.`)
  return url
}
