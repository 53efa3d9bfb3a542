import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** What belongs to the repository at its top, beside what is installed or made. */
const folders = ['.ci', '.github', 'bench', 'bin', 'deploy', 'docs', 'scripts', 'src', 'test']

/** The paths of all files of the repository, from its top, with slashes. */
export function files(): string[] {
  const own = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isFile())
  return [...own.map(({ name }) => name), ...folders.flatMap(filesIn)]
}

/** The paths of all files below a folder of the repository, likewise. */
export function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
}

/** What a file of the repository holds, as text. */
export function textOf(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}
