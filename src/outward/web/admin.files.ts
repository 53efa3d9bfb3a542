import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { hash } from 'node:crypto'
import type { AdminBundle, AdminManifest } from './admin.bundle.ts'
import { type Asset, hashedAsset } from './assets.ts'

/** The finished editing interface in the package; a checkout has none. */
const ready = new URL('./admin/', import.meta.url)

/** What the page of the editing interface loads, and all files by their names. */
export interface AdminFiles {
  readonly manifest: AdminManifest
  readonly files: ReadonlyMap<string, Asset>
}

let loading: Promise<AdminFiles> | undefined

/** The editing interface: the finished files, or made from its sources when it is first asked for. */
export function adminFiles(): Promise<AdminFiles> {
  loading ??= loadFiles().catch((error: unknown) => {
    // Asked for again, it is tried again.
    loading = undefined
    throw error
  })
  return loading
}

async function loadFiles(): Promise<AdminFiles> {
  const { files, manifest } = existsSync(ready) ? readBundle() : await makeBundle()
  return {
    manifest,
    files: new Map(
      files.map(({ name, body }) => [name, hashedAsset(name, hash('sha256', body, 'base64url'), body)]),
    ),
  }
}

async function makeBundle(): Promise<Omit<AdminBundle, 'modules'>> {
  const { bundleAdmin } = await import('./admin.bundle.ts')
  return bundleAdmin()
}

function readBundle(): Omit<AdminBundle, 'modules'> {
  const read = (name: string) => readFileSync(new URL(name, ready))
  return {
    files: readdirSync(ready).map((name) => ({ name, body: read(name) })),
    // The same program has written it.
    manifest: JSON.parse(read('manifest.json').toString()) as AdminManifest,
  }
}
