import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'

/** What the package says of itself, read once. */
let manifest: Readonly<Record<string, unknown>> | undefined

/** One entry of it; empty where it says nothing. */
function said(name: string): string {
  manifest ??= JSON.parse(readFileSync(findPackageJSON(import.meta.url) ?? '', 'utf8')) as Record<
    string,
    unknown
  >
  const value = manifest[name]
  return typeof value === 'string' ? value : ''
}

/** The version of this program, from its package.json. */
export function packageVersion(): string {
  return said('version') || 'unknown'
}

/** The day on which this version was released, as `YYYY-MM-DD`. */
export function releaseDate(): string {
  return said('released')
}

/** The address of the page of the project, without a slash at its end. */
export function repository(): string {
  return said('homepage')
}
