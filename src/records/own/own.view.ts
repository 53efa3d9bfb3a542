import {
  declaredFor,
  type Declared,
  type OwnKind,
  type OwnValues,
  shownOwn,
  spokenOwn,
  textIn,
} from '../../fields/own/declaration.ts'
import { isCustom } from './own.meant.ts'

/**
 * What a record shows of fields of one’s own: no member where that is nothing. To who edits, where fields are internal, an empty one: so that
 * the record is another for them than for everybody, and If-Match tells when somebody else has said the first internal value.
 */
export function ownMember(
  kind: OwnKind,
  row: object,
  { declared }: { readonly declared?: Declared | undefined },
  audience: 'everybody' | 'editors',
): { fields?: OwnValues } {
  const own: unknown = 'own' in row ? row.own : ''
  if (declared === undefined || typeof own !== 'string') return {}
  const all = declaredFor(declared, kind)
  const fields = own === '' ? undefined : shownOwn(all, own, audience)
  if (fields !== undefined) return { fields }
  return audience === 'editors' && all.some((field) => !field.public) ? { fields: {} } : {}
}

/** The same as the original has it (`wire-events.md` 1, row 40): texts in the language of the site. */
export function customFields(
  own: string,
  declared: Declared,
): Record<string, { label: string; value: string }> | [] {
  const all = declaredFor(declared, 'event')
  const shown = shownOwn(all, own, 'everybody')
  if (shown === undefined) return []
  const { language } = declared
  return Object.fromEntries(
    all.flatMap((field) => {
      const value = shown[field.name]
      if (value === undefined) return []
      const told = {
        label: textIn(field.label, language, language),
        value: spokenOwn(field, value, language, language),
      }
      return [[field.wire_name ?? field.name, told]]
    }),
  )
}

/** What a record says as custom fields of the original (`meta` of `wp/v2`): texts in the language of the site, under names with an underscore. */
export function customIn(kind: OwnKind, own: string, declared: Declared): Record<string, string> {
  const fields = declaredFor(declared, kind)
  const shown = shownOwn(fields, own, 'everybody') ?? {}
  const { language } = declared
  return Object.fromEntries(
    fields.filter(isCustom).flatMap((field) => {
      const value = shown[field.name]
      if (value === undefined) return []
      const isFlag = typeof value === 'boolean'
      return [[field.wire_name, isFlag ? (value ? '1' : '0') : spokenOwn(field, value, language, language)]]
    }),
  )
}
