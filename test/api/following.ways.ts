import type { Database } from '../../src/storage/db/dialect.ts'
import type { TestApp } from '../support/app.ts'

/** A way of writing. */
export interface Change {
  readonly by: string
  readonly make: () => Promise<unknown>
}

/** Fields that are sent; as a function where they name what is made at first. */
type Sent = object | (() => object)

const told = (sent: Sent) => (typeof sent === 'function' ? sent.toString() : JSON.stringify(sent))

/** A way that is none of those of {@link waysOf}. */
export const another = (by: string, make: () => Promise<unknown>): Change => ({ by, make })

/** Ways of writing to a calendar, of which `idOf` knows what it consists of: by a node, and by another process beside it. */
export function waysOf(
  idOf: (name: string) => number,
  at: () => { readonly node: TestApp; readonly beside: Database },
) {
  const send = (method: 'PUT' | 'POST' | 'DELETE', path: () => string, sent: Sent = {}): Change => ({
    by: `${method} ${path.toString().replace('() => ', '')} ${told(sent)}`,
    make: async () => {
      const json = typeof sent === 'function' ? (sent as () => object)() : sent
      const absolute = path().startsWith('/')
      const { status, text } = await at().node.ask({
        as: 'administrator',
        method,
        path: path(),
        absolute,
        json,
      })
      if (status !== 200) throw new Error(`Status ${status}: ${text}`)
    },
  })
  const put = (name: string, sent: Sent): Change => ({
    ...send('PUT', () => `events/${idOf(name)}`, sent),
    by: `an update of ${name} with ${told(sent)}`,
  })
  const wpPut = (name: string, sent: Sent): Change => ({
    ...send('POST', () => `/wp/v2/tribe_events/${idOf(name)}`, sent),
    by: `an update of ${name} below wp/v2 with ${told(sent)}`,
  })

  /** Another process writes a column. */
  const row = (name: string, values: object, table: 'events' | 'venues' = 'events'): Change => ({
    by: `another process that writes ${JSON.stringify(values)} to ${name}`,
    make: async () =>
      at().beside.write((tx) =>
        tx
          .updateTable(table as 'events')
          .set(values)
          .where('id', '=', idOf(name))
          .execute(),
      ),
  })
  return { send, put, wpPut, row }
}
