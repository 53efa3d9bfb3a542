import { controlOf, typedOf } from '../../../fields/controls.ts'
import { ask, askWp } from '../api.ts'
import type { Stored } from '../record/record.ts'
import { declaredOf, formFields, type Kind, kinds, nameOf, type Placed } from './kinds.ts'

/** What is typed, by the names of the fields: of the picture its ID, and of what is there or not nothing where that is not known. */
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
  }
}

/** The fields that were changed, as they are sent. */
export function changesOf(
  kind: Kind,
  before: Form,
  after: Form,
): Readonly<Record<string, string | number | boolean | null>> {
  const changed = formFields(kind).filter((field) => before[field] !== after[field])
  const isMoved = changed.some((field) => coordinates.includes(field))
  const named = isMoved ? [...new Set([...changed, ...coordinates])] : changed
  return Object.fromEntries(
    named.map((field) => [field, controlOf(declaredOf(kind, field)).value(after[field] ?? '')]),
  )
}
