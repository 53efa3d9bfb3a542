import type { TestApp } from '../support/app.ts'

/** A write, whose records are there. */
export interface Write {
  readonly path: string
  readonly json?: object
  readonly raw?: Buffer
  readonly headers?: Readonly<Record<string, string>>
}

/** Makes what a write is about, and says how it is asked. */
export type Prepare = (app: TestApp) => Promise<Write>

/** Who asks. */
export const as = 'administrator' as const
let count = 0

/** A name that nothing else has. */
export const unique = () => `n${(count += 1)}`

/** What this has made; throws where it was refused. */
export const send = async (app: TestApp, path: string, json: object) => {
  const absolute = path.startsWith('/')
  const { status, body, text } = await app.ask({ as, method: 'POST', path, absolute, json })
  if (status >= 300) throw new Error(`${path}: ${text}`)
  return body
}

/** What changes, and what removes, a record that `make` makes: its addresses and what is sent. */
export const item = (
  path: string,
  make: (app: TestApp) => Promise<string>,
  json: object,
): [string, Prepare][] => [
  [`PATCH ${path}`, async (app) => ({ path: await make(app), json })],
  [`DELETE ${path}`, async (app) => ({ path: `${await make(app)}?force=true` })],
]
