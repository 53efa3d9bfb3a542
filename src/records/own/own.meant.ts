import { type Declaration, declaredFor, type Declared, type OwnKind } from '../../fields/own/declaration.ts'
import { isObject } from '../../pure/params/lists.ts'
import type { Sent } from '../../http/sources.ts'

/** Names that clients of the original’s add-on give to fields. */
const ofAddOn = /^_ecp_custom_\w+$/

/** Of what was sent, fields under the names of the original’s add-on as `fields`: `_ecp_custom_7`. What `fields` says itself counts. */
export function meantByNames(sent: Sent, declared: Declared, kind: OwnKind): Sent {
  const found = declaredFor(declared, kind).filter(
    ({ wire_name: wire }) => wire !== null && ofAddOn.test(wire) && sent[wire] !== undefined,
  )
  if (found.length === 0 || !takesMore(sent['fields'])) return sent
  const wires = new Set(found.map(({ wire_name: wire }) => wire))
  const others = Object.entries(sent).filter(([name]) => !wires.has(name))
  return { ...Object.fromEntries(others), fields: { ...valuesOf(found, sent), ...fieldsIn(sent) } }
}

/** Of what was sent to `wp/v2`, custom fields in `meta` as `fields`, where their names are those of the original, with an underscore. */
export function meantByMeta(sent: Sent, declared: Declared, kind: OwnKind): Sent {
  const { meta } = sent
  if (!isObject(meta) || !takesMore(sent['fields'])) return sent
  const found = declaredFor(declared, kind).filter(
    (field) => isCustom(field) && meta[field.wire_name] !== undefined,
  )
  return found.length === 0 ? sent : { ...sent, fields: { ...valuesOf(found, meta), ...fieldsIn(sent) } }
}

/** Whether a field is among the custom fields of `wp/v2`. */
export function isCustom(field: Declaration): field is Declaration & { readonly wire_name: string } {
  return field.wire_name?.startsWith('_') ?? false
}

const takesMore = (fields: unknown) => fields === undefined || isObject(fields)

const fieldsIn = ({ fields }: Sent) => (isObject(fields) ? fields : {})

function valuesOf(fields: readonly Declaration[], sent: Sent): Sent {
  return Object.fromEntries(fields.map(({ name, wire_name: wire }) => [name, sent[wire ?? name]]))
}
