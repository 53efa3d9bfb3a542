import { type Caller, can } from '../../http/auth/rights.ts'
import { type Declaration, type Declared, textIn, type Texts } from '../../fields/own/declaration.ts'
import { dayText } from '../../fields/own/values.ts'
import { utcText } from '../../pure/calendar/text.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import type { Language } from '../../pure/text/language.ts'
import type { Writer } from '../../storage/db/dialect.ts'
import { countSaying, readDeclarations } from './own.query.ts'
import type { OwnFieldRecord } from './own.record.ts'

/** Who may write sees internal fields. */
export const seesInternal = (caller: Caller) => can(caller, 'edit_own')

/** What a field is shown by. */
export interface Shown {
  readonly declared: Declared
  readonly isToEdit: boolean
  readonly uses: ReadonlyMap<string, number>
  /** In which labels are told, where they are in it; else that of the site. */
  readonly reader?: Language | undefined
}

/** A field as it is shown. */
export function viewOf(
  field: Declaration,
  { declared: { language }, isToEdit, uses, reader = language }: Shown,
): OwnFieldRecord {
  const say = (texts: Texts) => (isToEdit ? { ...texts } : textIn(texts, reader, language))
  const bound = (value: number | null) => (value === null || field.type !== 'date' ? value : dayText(value))
  return {
    id: field.id,
    name: field.name,
    kinds: [...field.kinds],
    type: field.type,
    label: say(field.label),
    help: say(field.help),
    options: field.options.map(({ value, label }) => ({ value, label: say(label) })),
    required: field.required,
    public: field.public,
    filter: field.filter,
    categories: [...field.categories],
    min: bound(field.min),
    max: bound(field.max),
    wire_name: field.wire_name ?? field.name,
    schema: field.schema,
    position: field.position,
    modified_utc: utcText(field.modified_at),
    ...(isToEdit ? { used: uses.get(field.name) ?? 0 } : {}),
    ...(field.changing ? { changing: true } : {}),
    ...(field.changing && isToEdit ? { progress: { done: field.changing.done, of: field.changing.of } } : {}),
  }
}

/** The field of this name as who edits it sees it, within a transaction. */
export async function shownNow(
  tx: Writer,
  name: string,
  language: Declared['language'],
): Promise<OwnFieldRecord> {
  const all = await readDeclarations(tx)
  const field = all.find((one) => one.name === name)
  if (!field) throw new ApiError('field-not-found', { name })
  const uses = new Map([[name, await countSaying(tx, name)]])
  return viewOf(field, { declared: { all, language }, isToEdit: true, uses })
}
