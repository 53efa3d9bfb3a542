import { hash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** What a bundle follows from: what is ours, and what npm says that it has installed. */
const followsFrom = ['src', 'scripts', 'package.json', 'node_modules/.package-lock.json']

/** The file of a bundle that says what it was made of, and the last of them to be written. */
export const mark = 'made-of'

/** Whether the bundle of this checkout was made of what is there now: a file that was written since makes it stale. */
export function isBundleCurrent(): boolean {
  try {
    return readFileSync(join(root, 'dist', mark), 'utf8') === presentState()
  } catch {
    // There is no bundle, or it was broken off.
    return false
  }
}

/** The state of all that a bundle follows from, told by times and sizes of files: it takes some milliseconds. */
export function presentState(): string {
  const files = followsFrom.flatMap((name) => filesOf(join(root, name)))
  const states = files.map((path) => {
    const file = statSync(path, { throwIfNoEntry: false })
    return `${path.slice(root.length)} ${file?.size} ${file?.mtimeMs}`
  })
  return hash('sha256', states.toSorted().join('\n'))
}

/** Of a folder all files below it; else the path itself, whether it is there or not. */
function filesOf(path: string): string[] {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [path]
  const entries = readdirSync(path, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
}
