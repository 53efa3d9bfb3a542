import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'

/** The releases there are, oldest first, each with the commit that it was made of: nothing here depends on tags. */
export const releases = JSON.parse(
  readFileSync(new URL('releases.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, string>>

const root = new URL('../..', import.meta.url).pathname

/** Where releases are kept once they are built, by their commits: CI keeps the folder. */
const cache = process.env['RELEASES'] ?? join(homedir(), '.cache/kalends-releases')

/** Whether the release can be had: from the cache, or from the history of this copy, which a shallow one lacks. */
export function isToBeHad(release: string): boolean {
  const commit = commitOf(release)
  if (existsSync(join(cache, commit))) return true
  try {
    git('cat-file', '-e', `${commit}^{commit}`)
    return true
  } catch {
    return false
  }
}

/** The folder of the release, installed and built as its lockfile says, which is done once on a machine. */
export async function buildRelease(release: string): Promise<string> {
  const commit = commitOf(release)
  const folder = join(cache, commit)
  if (existsSync(folder)) return folder
  await mkdir(cache, { recursive: true })
  const making = `${folder}.${process.pid}`
  git('worktree', 'add', '--detach', making, commit)
  try {
    execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: making, stdio: 'ignore' })
    // It is a worktree no longer: it may be moved, and git forgets it.
    await rm(join(making, '.git'))
    await rename(making, folder)
  } finally {
    await rm(making, { recursive: true, force: true })
    git('worktree', 'prune')
  }
  return folder
}

function commitOf(release: string): string {
  const commit = releases[release]
  if (commit === undefined) throw new Error(`releases.json has no ${release}.`)
  return commit
}

function git(...words: string[]): void {
  execFileSync('git', words, { cwd: root, stdio: 'ignore' })
}
