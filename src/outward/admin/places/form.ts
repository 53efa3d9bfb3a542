import { controlOf, typedOf } from '../../../fields/controls.ts'
import { ask, askWp } from '../api.ts'
import { isOwn, ownForm, ownSent } from '../own/form.ts'
import { changedIn } from '../record/merge.ts'
import type { Stored } from '../record/record.ts'
import { declaredOf, formFields, type Kind, kinds, nameOf, type Placed } from './kinds.ts'

/** What is typed, by the names of the fields: of the picture its ID, of what is there or not nothing where that is not known, and of the calendar’s own fields JSON. */
export type Form = Readonly<Record<string, string>>

/** A record as the service has it. */
export type Loaded = Stored<Placed, Form>

/** Where a place is: one means something only with the other. */
export const coordinates: readonly string[] = ['geo_lat', 'geo_lng']

/** Nothing typed yet. */
export function emptyForm(kind: Kind): Form {
  return Object.fromEntries(formFields(kind).map((field) => [field, '']))
}

/** Asks for a record and its texts as they were written. Throws what {@link ask} throws. */
export async function load(kind: Kind, id: number): Promise<Loaded> {
  const [{ body, etag, allow }, text] = await Promise.all([
    ask<Placed>(`${kind}/${id}`, { query: { context: 'edit' } }),
    askWp<{ content: { raw: string } }>(`${kinds[kind].postType}/${id}`, {
      query: { context: 'edit', _fields: 'content' },
    }).then(
      ({ body: { content } }) => content.raw,
      // Who may read it and not change it sees no text as it was written.
      () => undefined,
    ),
  ])
  return { record: body, etag, allow, form: formOf(kind, body, text) }
}

/** The record as it is typed. */
function formOf(kind: Kind, record: Placed, text = ''): Form {
  const values = new Map<string, unknown>(Object.entries(record))
  return {
    ...Object.fromEntries(formFields(kind).map((field) => [field, typedOf(values.get(field))])),
    [kinds[kind].name]: nameOf(record),
    description: text,
    image: String(record.image ? record.image.id : ''),
    ...ownForm(record.fields),
  }
}

/** The fields that were changed, as they are sent. */
export function changesOf(kind: Kind, before: Form, after: Form): Readonly<Record<string, unknown>> {
  const changed = differing(kind, before, after)
  const isMoved = changed.some((field) => coordinates.includes(field))
  const named = isMoved ? [...new Set([...changed, ...coordinates])] : changed
  const sent = named.flatMap((field) =>
    isOwn(field) ? [] : [[field, controlOf(declaredOf(kind, field)).value(after[field] ?? '')] as const],
  )
  return { ...Object.fromEntries(sent), ...ownSent(after, changed) }
}

/** The fields in which two forms differ. */
export function differing(kind: Kind, one: Form, other: Form): readonly string[] {
  const known = new Set(formFields(kind))
  return changedIn(one, other).filter((field) => known.has(field) || isOwn(field))
}
