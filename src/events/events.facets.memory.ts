import type { Context } from '../posts/context.ts'
import type { EventFacetsParams } from './events.facets.params.ts'
import { countFacets, type Facets } from './events.facets.query.ts'
import type { ListReader } from './events.filters.ts'
import { windowOf } from './events.window.ts'

/** Answers remembered, of some ten kilobytes each. When there are more, all are forgotten. */
const limit = 200

/**
 * Counts facets, and remembers them until anything changes: they take longer than a list, since every event of it is looked
 * at, and many ask for the same ones. Those who ask while they are being counted share the answer.
 */
export function createFacetMemory(
  context: Context,
): (params: EventFacetsParams, reader: ListReader) => Promise<Facets> {
  const known = new Map<string, Promise<Facets>>()
  return async (params, reader) => {
    // Before anything is counted: a change meanwhile makes the next answer another one.
    const key = keyOf(await context.db.revision(), context, params, reader)
    const remembered = known.get(key)
    if (remembered) return remembered
    const counts = countFacets(context, params, reader)
    if (known.size >= limit) known.clear()
    known.set(key, counts)
    try {
      return await counts
    } catch (error) {
      known.delete(key)
      throw error
    }
  }
}

/** Made of all that the counts follow from. */
function keyOf(
  revision: number,
  context: Context,
  params: EventFacetsParams,
  { caller, now, digest }: ListReader,
): string {
  const today = now.toZonedDateTimeISO(context.siteZone.id).toPlainDate().toString()
  // What “tomorrow” and the like mean now is in the window.
  const window = windowOf(params, context, now)
  // The digest stands for the password, which is kept nowhere.
  const asked = { ...params, password: undefined }
  return JSON.stringify([revision, caller.id, caller.role, digest, today, window, asked])
}
