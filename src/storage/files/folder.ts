import { access, constants, mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { codeOf } from '../../pure/text/errorDetails.ts'

/**
 * Makes the folder where it is not there, with those above it; answers the first that was made. Throws a sentence where it cannot.
 * (Left to itself, Node tries for ever where a file system has no room for names, as `/proc`.)
 */
export async function makeFolder(path: string): Promise<string | undefined> {
  if (await isFolder(path)) return undefined
  const above = dirname(path)
  const first = above === path ? undefined : await makeFolder(above)
  try {
    await mkdir(path, { mode: 0o700 })
  } catch (error) {
    // Somebody else may have been faster.
    if (!(await isFolder(path))) throw toldOf(path, error)
  }
  return first ?? path
}

/** Why nothing can be written at the path, in a sentence; undefined where it can be, or nothing is there. */
export async function whyUnwritable(path: string): Promise<string | undefined> {
  try {
    await access(path, constants.W_OK)
    return undefined
  } catch (error) {
    return reasons[codeOf(error) ?? '']?.(path)
  }
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  return found?.isDirectory() ?? false
}

function toldOf(path: string, error: unknown): unknown {
  const code = codeOf(error) ?? ''
  const sentence = (reasonsForNone[code] ?? reasons[code])?.(path)
  return sentence === undefined ? error : new Error(sentence, { cause: error })
}

type Sentences = Readonly<Record<string, (path: string) => string>>

const reasons: Sentences = {
  EACCES: (path) => `This user may not write ${path}.`,
  EPERM: (path) => `This user may not write ${path}.`,
  EROFS: (path) => `What ${path} is on can only be read.`,
}

/** Why there can be no folder. */
const reasonsForNone: Sentences = {
  EEXIST: (path) => `${path} is no folder.`,
  ENOTDIR: (path) => `${dirname(path)} is no folder.`,
  ENOENT: (path) => `No folder can be made in ${dirname(path)}.`,
}
