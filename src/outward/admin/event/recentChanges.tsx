import { useRead } from '../kit/read.ts'
import { ask } from '../api.ts'
import type { Action, By, Differences } from '../history/asks.ts'
import { t as th } from '../history/texts.ts'
import { linesOf } from '../history/spread.ts'
import { momentText } from '../moments.ts'
import { to } from '../route.ts'
import { me, mayReadHistory } from '../session.ts'
import { Part } from './parts.tsx'
import type { Store } from './store.ts'
import { t as te } from './texts.ts'

/** How many changes are shown. */
const most = 3

interface Change {
  readonly revision: number
  readonly action: Action
  readonly at: string
  readonly by: By
  readonly changes: Differences
}

/** Who has changed the event last, and what of it. */
export function Lately({ store }: { readonly store: Store }) {
  const { value: record } = store.record
  const id = record?.id
  // It is only shown beside.
  const { value: changes = [] } = useRead(async () => {
    if (id === undefined || !mayReadHistory()) return []
    const query = { per_page: most }
    return (await ask<{ history: readonly Change[] }>(`events/${id}/history`, { query })).body.history
  }, [id, record?.modified])
  if (changes.length === 0) return null
  return (
    <Part id="p-lately" title={te('lately')}>
      <ul class="stack tight small">
        {changes.map(({ revision, action, at, by, changes: changed }) => (
          <li key={revision} dir="auto">
            <b>{by.id === me.value?.id ? th('you') : by.name || th('itself')}</b>
            {`, ${momentText(at)}`}
            {`: ${action === 'created' ? te('begun') : fieldsText(changed)}`}
          </li>
        ))}
      </ul>
      <a class="small" href={to(`history/events/${id}`)}>
        {te('wholeHistory')}
      </a>
    </Part>
  )
}

/** How many fields are named. */
const mostFields = 4

/** The fields that were changed, by their names. */
function fieldsText(changes: Differences): string {
  const names = [...new Set(linesOf(changes, {}).map(({ called }) => called.toLocaleLowerCase()))]
  return names.length > mostFields ? `${names.slice(0, mostFields).join(', ')} …` : names.join(', ')
}
