import { largestId } from '../../exports/exports.fields.ts'
import { isObject } from '../../params/lists.ts'

/** A record as a site answers it: any member may be missing, or something else than it should be. */
export type Wire = Readonly<Record<string, unknown>>

/** The record, if that is what it is. */
export function asWire(value: unknown): Wire | undefined {
  return isObject(value) ? value : undefined
}

/** The records in a member that holds one, a list of them, or nothing (`[]`, false, null, an empty text). */
export function wiresIn(value: unknown): Wire[] {
  const members: unknown[] = Array.isArray(value) ? value : [value]
  return members.map(asWire).filter((wire) => wire !== undefined)
}

/** The id of a record: a positive number, or one in digits, that a record may keep here. */
export function wireId(wire: Wire): number | undefined {
  const id = typeof wire['id'] === 'string' && /^\d{1,15}$/.test(wire['id']) ? Number(wire['id']) : wire['id']
  return typeof id === 'number' && Number.isInteger(id) && id > 0 && id <= largestId ? id : undefined
}

/** The text of a member; numbers in digits; empty for anything else. */
export function textIn(wire: Wire, name: string): string {
  const value = wire[name]
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}
