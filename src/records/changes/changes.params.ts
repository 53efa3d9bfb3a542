import { Type, type StaticDecode } from 'typebox'
import { historyKinds } from '../../storage/schema/tables.history.ts'
import { idOf, page, perPage } from '../../pure/params/numbers.ts'
import { Fault, parameter, quote } from '../../pure/params/parameter.ts'
import { moment } from '../../pure/params/moments.ts'
import { choice, searchText } from '../../pure/params/texts.ts'

/** Which entry of a record. */
export const byRevision = Type.Object({
  id: parameter(Type.Integer({ description: 'The ID of the record.' }), readDigits),
  revision: parameter(Type.Integer({ description: 'The number of the entry.' }), readDigits),
})
export type ByRevision = StaticDecode<typeof byRevision>

/** An id in an address: digits, however many. */
function readDigits(sent: unknown): number {
  return Math.min(Number(sent), Number.MAX_SAFE_INTEGER)
}

/** The parameters of a history. */
export const historyParams = Type.Object({
  page: Type.Optional(page),
  per_page: Type.Optional(perPage),
})
export type ReadHistory = StaticDecode<typeof historyParams>

/** The parameters of the history of all records. */
export const actsParams = Type.Object({
  page: Type.Optional(page),
  per_page: Type.Optional(perPage),
  user: Type.Optional(idOf('Keep what this user did.')),
  kind: Type.Optional(choice(historyKinds, 'Keep what was done to records of this kind.')),
  search: Type.Optional(
    searchText(
      'Keep what was done to records that are or were called so, and what people did who are: every word occurs in one of these.',
    ),
  ),
  from: Type.Optional(moment('Keep what was done on this day or later, in the zone of the site.')),
  to: Type.Optional(moment('Keep what was done on this day or before, in the zone of the site.')),
  import: Type.Optional(
    idOf('What this import did, record by record, instead of each import and change as one entry.'),
  ),
})
export type ReadActs = StaticDecode<typeof actsParams>

/** The parameters of taking an entry back. */
export const undoParams = Type.Object({
  fields: Type.Optional(
    names('The fields that are to be again what they were; without it, all that the entry changed.'),
  ),
})
export type Undo = StaticDecode<typeof undoParams>

/** A few names, as a list or separated by commas. */
function names(description: string) {
  return parameter(Type.Array(Type.String(), { description }), (sent) => {
    const all: unknown[] = Array.isArray(sent) ? sent : typeof sent === 'string' ? sent.split(',') : [sent]
    const read = all.map((each) => (typeof each === 'string' ? each.trim() : each))
    const bad = read.find((each) => typeof each !== 'string' || each === '')
    if (read.length === 0 || bad !== undefined)
      throw new Fault(`must be names, separated by commas, not ${quote(sent)}`)
    return read as string[]
  })
}
