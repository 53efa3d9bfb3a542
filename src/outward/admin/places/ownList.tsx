import type { OwnKind } from '../../../fields/own/declaration.ts'
import { Icon } from '../icons.tsx'
import { useRead } from '../kit/read.ts'
import { OwnChips } from '../own/chips.tsx'
import { OwnColumns } from '../own/columns.tsx'
import { needOwnFields, ownFields } from '../own/declared.ts'
import { OwnFilter } from '../own/filter.tsx'
import { ownPairs, withOwn } from '../own/query.ts'
import { t } from '../own/texts.ts'
import { Pop } from '../pop.tsx'
import { mayEditOthers } from '../session.ts'
import { sayFault } from '../toasts.tsx'

interface Narrowing {
  readonly kind: OwnKind
  /** What the list is narrowed by, as `own/query.ts` has it. */
  readonly own: string
  readonly onChange: (own: string) => void
}

/** What opens filters and columns of the calendar’s own fields; nothing where it has declared none of this kind. */
export function OwnTools({ kind, own, onChange }: Narrowing) {
  useRead(needOwnFields, [], sayFault)
  if (ownFields(kind).length === 0) return null
  return (
    <>
      <button class="plain" type="button" popovertarget="f-own">
        <Icon name="sliders" />
        {t('filters')}
      </button>
      <Pop id="f-own" class="menu form" label={t('filters')}>
        {() => <Filters kind={kind} own={own} onChange={onChange} />}
      </Pop>
    </>
  )
}

function Filters({ kind, own, onChange }: Narrowing) {
  const values = new Map(ownPairs(own))
  const shown = ownFields(kind).filter((field) => field.filter && (field.public || mayEditOthers()))
  return (
    <div class="stack">
      {shown.map((field) => {
        const value = values.get(field.name) ?? ''
        return (
          <details class="more" key={field.name} open>
            <summary>
              <span dir="auto">{field.label}</span>
              <Icon name="down" />
            </summary>
            <OwnFilter
              field={field}
              value={value}
              counts={[]}
              onChange={(next) => onChange(withOwn(own, field.name, next))}
            />
          </details>
        )
      })}
      <b>{t('columns')}</b>
      <ul>
        <OwnColumns kind={kind} />
      </ul>
    </div>
  )
}

/** What the list is narrowed by, each with a button that takes it away. */
export function OwnInUse({ own, onChange }: Omit<Narrowing, 'kind'>) {
  if (own === '') return null
  return (
    <div class="chips tools" role="group" aria-label={t('filters')}>
      <OwnChips own={own} onChange={onChange} />
    </div>
  )
}
