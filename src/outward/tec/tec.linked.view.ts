import { Type, type TObject, type TSchema } from 'typebox'
import { onceFor } from '../../pure/calendar/cache.ts'
import { moved } from '../../fields/declare.ts'
import { typeOf } from '../../fields/types.ts'
import type { LinkedKind, ShownLinked } from '../../records/linked/linked.kind.ts'
import { madeOnce, type ViewContext } from '../../records/posts/posts.view.ts'
import { ownValuesMember } from '../../records/own/own.record.ts'
import { ownMember } from '../../records/own/own.view.ts'
import { inOrder } from '../../pure/params/inOrder.ts'
import { tecFields } from './tec.linked.params.ts'
import { tecCommonRecord, tecMembers } from './tec.view.ts'

/** The members of a venue or organizer after the common ones. */
export const tecLinkedOwn = onceFor((kind: LinkedKind): TObject['properties'] => {
  const own = tecFields(kind).map(({ name, field }): [string, TSchema] => [
    name,
    { ...typeOf(field).custom(field).schema, description: kind.meta[name] ?? name },
  ])
  if (kind.name === 'organizer') return Object.fromEntries(own)
  const directions_link = Type.String({
    description: 'Where a map shows the way; empty without an address.',
  })
  return moved({ ...Object.fromEntries(own), directions_link }, { directions_link: 'phone' })
})

const recordOf = onceFor((kind: LinkedKind) =>
  Type.Object({ ...tecCommonRecord, ...tecLinkedOwn(kind), fields: ownValuesMember }),
)

const viewOf = onceFor((kind: LinkedKind) =>
  madeOnce((row: ShownLinked, shown: ViewContext): object =>
    inOrder(recordOf(kind), {
      ...tecMembers(kind, row, shown),
      ...Object.fromEntries(
        tecFields(kind).map(({ name, column, field }) => [name, typeOf(field).custom(field).of(row[column])]),
      ),
      ...(kind.name === 'venue' ? { directions_link: directionsTo(row) } : {}),
      ...ownMember(kind.name, row, shown, 'everybody'),
    }),
  ),
)

/** A venue or organizer as this interface shows it. */
export function tecLinkedView(kind: LinkedKind, row: ShownLinked, shown: ViewContext): object {
  return viewOf(kind)(row, shown)
}

/** Wire: written for HTML, with a plus for each blank. */
function directionsTo(row: ShownLinked): string {
  const parts = ['address', 'city', 'state', 'province', 'zip', 'country'].map((name) =>
    String(row[name] ?? '').trim(),
  )
  const place = parts.filter((part) => part !== '').join(' ')
  if (place === '') return ''
  const query = encodeURIComponent(place).replaceAll('%20', '+')
  return `https://maps.google.com/maps?f=q&#038;source=s_q&#038;hl=en&#038;geocode=&#038;q=${query}`
}
