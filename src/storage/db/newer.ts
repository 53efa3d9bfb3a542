import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { withoutSecrets } from '../../pure/text/address.ts'
import { compareVersions } from '../../pure/text/versions.ts'
import { copyNamed, newestCopyFirst } from './beforeUpgrade.ts'
import { program } from './migrate.ts'
import { DatabaseNewer, readStandingIn } from './usable.ts'

/**
 * Does something with a database; where that is for newer programs alone it throws a sentence that says what to start, or which copy to
 * put back: the newest of the folder that this program may use, if there is one.
 */
export async function orNewer<Result>(
  url: string,
  copiesIn: string | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  return work().catch(async (error: unknown) => {
    if (!(error instanceof DatabaseNewer)) throw error
    const copy = copiesIn === undefined ? undefined : await usableCopyIn(copiesIn)
    throw new Error(sentenceOf(withoutSecrets(url), error, copy), { cause: error })
  })
}

function sentenceOf(url: string, { oldest }: DatabaseNewer, copy: string | undefined): string {
  const which =
    copy === undefined ? 'a backup that was made before.' : `the backup that was made before: ${copy}.`
  return (
    `The database ${url} was brought up to date for Kalends ${oldest} and later; this is ${program().version}. ` +
    `Start ${oldest} or later, or restore ${which}`
  )
}

async function usableCopyIn(folder: string): Promise<string | undefined> {
  if (!existsSync(folder)) return undefined
  const copies = (await readdir(folder)).flatMap((name) => copyNamed(name) ?? []).toSorted(newestCopyFirst)
  return copies.map(({ name }) => join(folder, name)).find(isUsable)
}

function isUsable(file: string): boolean {
  try {
    using connection = new DatabaseSync(file, { readOnly: true })
    return compareVersions(program().version, readStandingIn(connection).oldest) >= 0
  } catch {
    return false
  }
}
