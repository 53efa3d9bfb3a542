import { Type } from 'typebox'
import { flag } from '../../pure/params/flags.ts'
import { idOf } from '../../pure/params/numbers.ts'
import { publicationDate } from '../../pure/params/moments.ts'

export const date = publicationDate('When the record is, was or will be published, in the zone of the site.')
export const dateUtc = publicationDate('When the record is, was or will be published, in UTC.')

/** The parameters of a delete: `force` removes for good what would go to the trash (D22). */
export const deleteParams = Type.Object({
  force: Type.Optional(flag('Remove the record for good, also from the trash.', false)),
})

/** The parameter of lists that keeps what an event is linked to. */
export const eventFilter = idOf('Keep what this event is linked to.')
