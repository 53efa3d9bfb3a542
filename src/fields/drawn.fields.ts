import { type NamesWith, valuesOf } from './declare.ts'
import { eventFields } from './events.fields.ts'
import type { Options } from './field.ts'

/** The fields of events that their form draws as they are declared: one line each, in a section. */
export type Drawn = NamesWith<
  typeof eventFields,
  { readonly section: NonNullable<Options['section']>; readonly type: 'text' | 'link' }
>

/** What the form asks of them. */
interface DrawnField {
  readonly type: 'text' | 'link'
}

/** What is declared of them; browsers get it without the rest of the declaration. */
export const drawnFields: Readonly<Record<string, DrawnField>> = valuesOf(eventFields, (field) =>
  field.section && (field.type === 'text' || field.type === 'link') ? field : undefined,
)
