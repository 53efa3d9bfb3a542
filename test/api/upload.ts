import { readFileSync } from 'node:fs'
import type { Role } from '../../src/storage/schema/tables.ts'
import type { Answered, TestApp } from '../support/app.ts'

/** A picture of 1200 by 800. */
export const picture = readFileSync(new URL('../wire/fixtures/picture.png', import.meta.url))

/** Uploads a file as a body with a name. */
export async function uploadTo(
  app: TestApp,
  bytes: Buffer,
  { name = 'picture.png', as = 'author' }: { name?: string; as?: Role } = {},
): Promise<Answered> {
  const headers = { 'content-type': 'image/png', 'content-disposition': `attachment; filename="${name}"` }
  return app.ask({ as, method: 'POST', path: 'media', raw: bytes, headers })
}
