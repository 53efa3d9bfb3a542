import type { TProperties } from 'typebox'
import { isNot, namesWhere } from '../../fields/declare.ts'
import { venueFields } from '../../fields/venues.fields.ts'
import { quoted } from './mcp.quoting.ts'
import { labelOf, type Said, saidIn, saidOut } from './mcp.said.ts'

const fields = namesWhere(venueFields, ({ section, mcp }) => section === 'access' && !isNot(mcp))

/** How data have it. */
export const accessOut: TProperties = saidOut(venueFields, fields)

/** What a record says of it; what is not known is left out. */
export function accessOf(record: object): Said {
  return saidIn(fields, record)
}

/** The same as a text; empty where nothing is known. What others have written is in marks. */
export function accessText(known: object): string {
  return Object.entries(saidIn(fields, known))
    .map(([name, value]) => {
      const says = typeof value === 'string' ? quoted(value) : value ? 'yes' : 'no'
      return `${labelOf(venueFields, name)}: ${says}`
    })
    .join(', ')
}
