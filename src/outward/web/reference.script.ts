import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type * as Scalar from '@scalar/fastify-api-reference'
import fastify from 'fastify'

/** The script of the page: too large to be compressed for each reader, or to be loaded before it is needed. */
export interface ReferenceScript {
  readonly version: string
  readonly compressed: Buffer
  /** As few clients want it, made when the first does: one for all. */
  plain?: Promise<Buffer>
}

/** The package that draws the reference. */
export const library = '@scalar/fastify-api-reference'

/** The finished script in the program; a checkout has no such file. */
export const referenceFile = 'reference.js.gz'
const ready = new URL(`./${referenceFile}`, import.meta.url)

/** The script that the program brings, else that of the package; undefined where there is neither. `load` loads the package. */
export async function referenceScript(
  load?: () => Promise<typeof Scalar>,
): Promise<ReferenceScript | undefined> {
  const compressed =
    load === undefined && existsSync(ready) ? readFileSync(ready) : await ofPackage(load ?? loadPackage)
  if (compressed === undefined) return undefined
  const version = createHash('sha256').update(compressed).digest('base64url').slice(0, 16)
  return { version, compressed }
}

/** The path of a module of that package, by which its licence is found. */
export function referenceModule(): string {
  return fileURLToPath(import.meta.resolve(library))
}

function loadPackage(): Promise<typeof Scalar> {
  return import('@scalar/fastify-api-reference')
}

/** Asks the plugin for its script over HTTP, which is the only way to get it; undefined where it is not installed. */
async function ofPackage(load: () => Promise<typeof Scalar>): Promise<Buffer | undefined> {
  const loaded = await load().catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') return undefined
    throw error
  })
  if (!loaded) return undefined
  const { default: plugin } = loaded
  const holder = fastify()
  await holder.register(plugin, { routePrefix: '/', configuration: { url: '/' } })
  const { rawPayload } = await holder.inject('/js/scalar.js')
  await holder.close()
  return promisify(gzip)(rawPayload)
}
