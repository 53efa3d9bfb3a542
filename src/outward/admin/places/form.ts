import { webAddress } from '../addresses.ts'
import { ask, askWp } from '../api.ts'
import type { Stored } from '../record/record.ts'
import { type FieldName, type Kind, kinds, nameOf, type Placed } from './kinds.ts'

/** What is typed: texts by the names of the fields; of the picture its ID, of what is there `true`, of what is not `false`, and nothing where that is not known. */
export type Form = Readonly<Record<string, string>>

/** A record as the service has it. */
export type Loaded = Stored<Placed, Form>

/** What is a text here and none in the record: its text as it was written, and of its picture the ID. */
const others = ['description', 'image']

const coordinates = ['geo_lat', 'geo_lng'] as const satisfies readonly FieldName[]

function isCoordinate(field: string): boolean {
  return coordinates.some((one) => one === field)
}

/** The fields of a kind, all of which are texts here, beside the others. */
function fieldsOf(kind: Kind): readonly FieldName[] {
  const { name, first, about, access, isPlaced } = kinds[kind]
  const texts = [...first, ...about].map((field) => field.name)
  return [name, ...texts, ...access, ...(isPlaced ? coordinates : [])]
}

/** Nothing typed yet. */
export function emptyForm(kind: Kind, name = ''): Form {
  const fields = [...fieldsOf(kind), ...others]
  return { ...Object.fromEntries(fields.map((field) => [field, ''])), [kinds[kind].name]: name }
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
  return {
    ...Object.fromEntries(fieldsOf(kind).map((field) => [field, String(record[field] ?? '')])),
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
  const changed = [...fieldsOf(kind), ...others].filter((field) => before[field] !== after[field])
  const isMoved = changed.some(isCoordinate)
  const named = isMoved ? [...new Set([...changed, ...coordinates])] : changed
  return Object.fromEntries(
    named.map((field) => [field, sentOf(field, after[field] ?? '', kinds[kind].access)]),
  )
}

function sentOf(field: string, typed: string, flags: readonly string[]): string | number | boolean | null {
  // What nobody knows is none of both (D77).
  if (flags.includes(field)) return typed === '' ? null : typed === 'true'
  if (field === 'website') return webAddress(typed)
  return isCoordinate(field) ? degrees(typed) : typed.trim()
}

/** The number that was typed, with a comma or a true minus too; what is none goes as it is, and is refused with a reason. */
function degrees(typed: string): number | string | null {
  const text = typed.trim().replace('−', '-').replace(',', '.')
  if (text === '') return null
  const value = Number(text)
  return Number.isFinite(value) ? value : text
}
