import { largestId } from '../../../fields/exported.ts'
import { isObject } from '../../../pure/params/lists.ts'

/** A record of a site: any member may be missing, or of another type than it should be. */
export type Wire = Readonly<Record<string, unknown>>

/** The value as a record, if it is an object. */
export function asWire(value: unknown): Wire | undefined {
  return isObject(value) ? value : undefined
}

/** The records in a member that holds one, a list of them, or nothing (`[]`, false, null, an empty text). */
export function wiresIn(value: unknown): Wire[] {
  const members: unknown[] = Array.isArray(value) ? value : [value]
  return members.map(asWire).filter((wire) => wire !== undefined)
}

/** The id of a record, if it is a positive number, or digits, that can be an id here. */
export function wireId(wire: Wire): number | undefined {
  const id = typeof wire['id'] === 'string' && /^\d{1,15}$/.test(wire['id']) ? Number(wire['id']) : wire['id']
  return typeof id === 'number' && Number.isInteger(id) && id > 0 && id <= largestId ? id : undefined
}

/** The member as a text; numbers become digits, anything else is empty. */
export function textIn(wire: Wire, name: string): string {
  const value = wire[name]
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}
