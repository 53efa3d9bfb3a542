import { Type } from 'typebox'
import { onceFor } from '../../pure/calendar/cache.ts'
import { typeOf } from '../../fields/types.ts'
import type { LinkedKind, ShownLinked } from '../../records/linked/linked.kind.ts'
import type { ViewContext } from '../../records/posts/posts.view.ts'
import { ownValuesMember } from '../../records/own/own.record.ts'
import { customIn, ownMember } from '../../records/own/own.view.ts'
import { inOrder } from '../../pure/params/inOrder.ts'
import { wpClasses, type WpForm, wpOwnedRecord, wpPostLinks, wpPostMembers, wpPostRecord } from './wp.view.ts'
import { wpClassList, wpLinksRecord } from '../../http/wp.record.ts'

/** The custom fields that the original has of a venue or organizer: the columns, by their names there, and what each holds. */
const customOf = onceFor(({ meta, fields: { fields } }: LinkedKind) =>
  Object.entries(meta).flatMap(([column, key]) => {
    const field = fields[column]
    return field ? [{ key, column, ...typeOf(field).custom(field) }] : []
  }),
)

/** A venue or organizer as `wp/v2` shows it. */
export const wpLinkedRecord = onceFor((kind: LinkedKind) =>
  Type.Object({
    ...wpPostRecord,
    ...wpOwnedRecord,
    meta: Type.Object(Object.fromEntries(customOf(kind).map(({ key, schema }) => [key, schema])), {
      description: `What else is known of the ${kind.name}.`,
    }),
    class_list: wpClassList,
    _links: wpLinksRecord,
    fields: ownValuesMember,
  }),
)

/** The venue or organizer in the form that the original has for all kinds of posts. */
export function wpLinkedView(kind: LinkedKind, row: ShownLinked, shown: ViewContext, form: WpForm): object {
  const meta = customOf(kind).map(({ key, column, of }) => [key, of(row[column])] as const)
  return inOrder(wpLinkedRecord(kind), {
    ...wpPostMembers(kind, row, shown, { form }),
    meta: {
      ...(shown.declared ? customIn(kind.name, String(row['own'] ?? ''), shown.declared) : {}),
      ...Object.fromEntries(meta),
    },
    class_list: wpClasses(kind, row, {}),
    _links: wpPostLinks(kind, row, shown.site, { form }),
    ...ownMember(kind.name, row, shown, form === 'edit' ? 'editors' : 'everybody'),
  })
}
