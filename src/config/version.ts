import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'

/** What the package says of itself. */
function manifest(): Readonly<Record<string, unknown>> {
  const read: unknown = JSON.parse(readFileSync(findPackageJSON(import.meta.url) ?? '', 'utf8'))
  return typeof read === 'object' && read !== null ? { ...read } : {}
}

/** The version of this program, from its package.json. */
export function packageVersion(): string {
  return String(manifest()['version'] ?? 'unknown')
}

/** The day on which this version was released, as `YYYY-MM-DD`. */
export function releaseDate(): string {
  return String(manifest()['released'] ?? '')
}

/** The address of the page of the project, without a slash at its end. */
export function repository(): string {
  return String(manifest()['homepage'] ?? '')
}
