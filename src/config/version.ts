import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'

/** The version of this program, from its package.json. */
export function packageVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(findPackageJSON(import.meta.url) ?? '', 'utf8'))
  if (typeof manifest !== 'object' || manifest === null || !('version' in manifest)) return 'unknown'
  return String(manifest.version)
}
