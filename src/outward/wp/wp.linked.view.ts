import Type, { type TSchema } from 'typebox'
import { onceFor } from '../../pure/calendar/cache.ts'
import { factOf } from '../../pure/params/flags.ts'
import type { LinkedKind, ShownLinked } from '../../records/linked/linked.kind.ts'
import type { ViewContext } from '../../records/posts/posts.view.ts'
import { inOrder } from '../../pure/params/inOrder.ts'
import { wpClasses, type WpForm, wpOwnedRecord, wpPostLinks, wpPostMembers, wpPostRecord } from './wp.view.ts'
import { wpClassList, wpLinksRecord } from '../../http/wp.record.ts'

/** A venue or organizer as `wp/v2` shows it. */
export const wpLinkedRecord = onceFor(({ meta, name, columns }: LinkedKind) => {
  const fields = Object.entries(meta).map(([column, key]): [string, TSchema] => [
    key,
    metaTypes[typeOf(columns[column])],
  ])
  return Type.Object({
    ...wpPostRecord,
    ...wpOwnedRecord,
    meta: Type.Object(Object.fromEntries(fields), { description: `What else is known of the ${name}.` }),
    class_list: wpClassList,
    _links: wpLinksRecord,
  })
})

/** The venue or organizer in the form that the original has for all kinds of posts. */
export function wpLinkedView(kind: LinkedKind, row: ShownLinked, shown: ViewContext, form: WpForm): object {
  const fields = Object.entries(kind.meta).map(([column, key]): [string, boolean | string] => [
    key,
    metaOf(kind.columns[column], row[column]),
  ])
  const meta: Readonly<Record<string, boolean | string>> = Object.fromEntries(fields)
  return inOrder(wpLinkedRecord(kind), {
    ...wpPostMembers(kind, row, shown, { form }),
    meta,
    class_list: wpClasses(kind, row, {}),
    _links: wpPostLinks(kind, row, shown.site, { form }),
  })
}

/** What a column of a venue or organizer holds: of those that may be unknown nothing is said in the beginning, others are a flag. */
function typeOf(initial: LinkedKind['columns'][string] | undefined): keyof typeof metaTypes {
  if (initial === 0) return 'fact'
  return initial === 1 ? 'flag' : 'text'
}

const metaTypes = {
  text: Type.String(),
  flag: Type.Boolean(),
  fact: Type.Union([Type.Boolean(), Type.Literal('')]),
}

function metaOf(
  initial: LinkedKind['columns'][string] | undefined,
  stored: string | number | null | undefined,
): boolean | string {
  const type = typeOf(initial)
  if (type === 'fact') return factOf(stored) ?? ''
  return type === 'flag' ? stored === 1 : String(stored ?? '')
}
