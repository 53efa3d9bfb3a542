import { ask } from '../api.ts'
import { Icon } from '../icons.tsx'
import { useRead } from '../kit/read.ts'
import { needOwnFields, ownFields } from '../own/declared.ts'
import { type Counted, OwnFilter } from '../own/filter.tsx'
import { ownPairs, withOwn } from '../own/query.ts'
import { mayEditOthers } from '../session.ts'
import { numberText } from '../texts.ts'
import { sayFault } from '../toasts.tsx'
import type { Narrowing } from './filterValues.ts'

/** The calendar’s own fields by which events can be looked for. */
export function OwnFilters({ narrowed, within, onChange }: Narrowing) {
  useRead(needOwnFields, [], sayFault)
  const shown = ownFields('event').filter((field) => field.filter && (field.public || mayEditOthers()))
  const { value: counts } = useRead(
    async (signal) => {
      if (shown.length === 0) return {}
      const { body } = await ask<{ readonly fields?: Readonly<Record<string, unknown>> }>('events/facets', {
        query: { ...within, facets: 'fields' },
        signal,
      })
      return body.fields ?? {}
    },
    [shown.length, narrowed.own],
    sayFault,
  )
  const values = new Map(ownPairs(narrowed.own))
  return shown.map((field) => {
    const value = values.get(field.name) ?? ''
    const counted = counts?.[field.name]
    return (
      <details class="more" key={field.name} open={value !== ''}>
        <summary>
          <span dir="auto">{field.label}</span>
          {value !== '' && <span class="count">{numberText(value.split(',').length)}</span>}
          <Icon name="down" />
        </summary>
        <OwnFilter
          field={field}
          value={value}
          counts={Array.isArray(counted) ? (counted as readonly Counted[]) : []}
          onChange={(next) => onChange({ own: withOwn(narrowed.own, field.name, next) })}
        />
      </details>
    )
  })
}
