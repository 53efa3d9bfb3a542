import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'

/** What the package says of itself; empty where it says nothing. */
function manifest(name: string): string {
  const read: unknown = JSON.parse(readFileSync(findPackageJSON(import.meta.url) ?? '', 'utf8'))
  const said: unknown =
    typeof read === 'object' && read !== null ? Object.entries(read).find(([key]) => key === name)?.[1] : ''
  return typeof said === 'string' ? said : ''
}

/** The version of this program, from its package.json. */
export function packageVersion(): string {
  return manifest('version') || 'unknown'
}

/** The day on which this version was released, as `YYYY-MM-DD`. */
export function releaseDate(): string {
  return manifest('released')
}

/** The address of the page of the project, without a slash at its end. */
export function repository(): string {
  return manifest('homepage')
}
