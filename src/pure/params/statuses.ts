import { Type } from 'typebox'
import { members } from './lists.ts'
import { Fault, notNull, parameter, quote } from './parameter.ts'
import { type Status, statuses } from './words.ts'

const named = statuses.join(', ')

/** The status of a post that is written. Wire: null is a failure of type. */
export const status = parameter(
  Type.Enum([...statuses], {
    description: 'The status of the record. Without the right to publish it becomes pending.',
  }),
  (sent) => {
    if (sent === null) throw new Fault(notNull, 'type')
    return readStatus(sent)
  },
)

/** The statuses a list is narrowed to. */
export const statusFilter = parameter(
  Type.Array(Type.Enum([...statuses]), {
    description:
      'Keep items with any of these statuses. Readers see what is published. A list, or comma-separated.',
  }),
  (sent): readonly Status[] => {
    const list = members(sent).map(readStatus)
    if (list.length === 0) throw new Fault(`must name at least one of ${named}`)
    return [...new Set(list)]
  },
)

/** The statuses a list below `wp/v2` is narrowed to: what is published, unless others are asked for; `any` is all but the trash. */
export const wpStatusFilter = parameter(
  Type.Array(Type.Enum([...statuses, 'any']), {
    default: ['publish'],
    description:
      'Keep items with any of these statuses, “any” being all but the trash. Readers see what is published. A list, or comma-separated.',
  }),
  (sent): readonly Status[] => {
    const list = members(sent).flatMap((member) =>
      member === 'any' ? statuses.filter((status) => status !== 'trash') : [readStatus(member)],
    )
    if (list.length === 0) throw new Fault(`must name at least one of ${named}, any`)
    return [...new Set(list)]
  },
)

function readStatus(sent: unknown): Status {
  const known = statuses.find((status) => status === sent)
  if (!known) throw new Fault(`must be one of ${named}, not ${quote(sent)}`)
  return known
}
