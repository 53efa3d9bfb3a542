import Type, { type TSchema } from 'typebox'
import { onceFor } from '../calendar/cache.ts'
import type { LinkedKind, ShownLinked } from '../linked/linked.kind.ts'
import { inOrder, type ViewContext } from '../posts/posts.view.ts'
import {
  wpClassList,
  wpClasses,
  type WpForm,
  wpLinksRecord,
  wpOwnedRecord,
  wpPostLinks,
  wpPostMembers,
  wpPostRecord,
} from './wp.view.ts'

/** A venue or organizer as `wp/v2` shows it. */
export const wpLinkedRecord = onceFor(({ meta, name, columns }: LinkedKind) => {
  const fields = Object.entries(meta).map(([column, key]): [string, TSchema] => [
    key,
    isFlag(columns[column]) ? Type.Boolean() : Type.String(),
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
    isFlag(kind.columns[column]) ? row[column] === 1 : String(row[column] ?? ''),
  ])
  const meta: Readonly<Record<string, boolean | string>> = Object.fromEntries(fields)
  return inOrder(wpLinkedRecord(kind), {
    ...wpPostMembers(kind, row, shown, { form }),
    meta,
    class_list: wpClasses(kind, row, {}),
    _links: wpPostLinks(kind, row, shown.site, { form }),
  })
}

/** Whether a column with this default holds a flag. */
function isFlag(initial: LinkedKind['columns'][string] | undefined): boolean {
  return initial === 0 || initial === 1
}
