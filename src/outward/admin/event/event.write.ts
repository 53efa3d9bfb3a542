import { ask } from '../api.ts'
import type { EventRecord } from '../records.ts'
import { differences, emptyForm, paramsOf } from './fields.ts'
import { type Form, withRule } from './form.ts'
import { type Intent, isOfSeveral, scopeOf } from './intent.ts'
import type { Loaded } from './load.ts'

/** The versions of an event and of all its dates. */
export type Versions = Partial<Pick<Loaded, 'etag' | 'seriesEtag'>>

/** Sends what was changed of an event, or a new one without an id; answers it as it is then, where something was sent. Throws what {@link ask} throws. */
export async function writeEvent(
  id: number | undefined,
  wanted: Form,
  intent: Intent,
  { base, hasSeries, etag, seriesEtag }: Versions & { readonly base: Form; readonly hasSeries: boolean },
): Promise<EventRecord | undefined> {
  if (id === undefined) {
    const all = paramsOf(wanted, differences(emptyForm('trash'), wanted))
    const json = { ...withRule(all, wanted), ...paramsOf(wanted, ['when', 'status']) }
    return (await ask<EventRecord>('events', { method: 'POST', json })).body
  }
  const change = differences(base, wanted)
  if (change.length === 0) return undefined
  const json = { ...paramsOf(wanted, change), ...scopeOf(intent) }
  const { body } = await ask<EventRecord>(`events/${id}`, {
    method: 'POST',
    // What is of no series becomes one by its rule, and cannot lose one.
    json: hasSeries ? json : withRule(json, wanted),
    ifMatch: isOfSeveral(intent) ? seriesEtag : etag,
  })
  return body
}
