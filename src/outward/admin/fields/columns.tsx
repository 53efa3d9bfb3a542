import type { Columns } from '../kit/columns.tsx'
import { Handle } from '../kit/moves.tsx'
import { to } from '../route.ts'
import { line, numberText } from '../texts.ts'
import type { OwnField } from './asks.ts'
import { nameOf } from './names.ts'
import { t } from './texts.ts'

/** What is seen of a field: what it is called, what has it, what it takes, and what holds for it. */
export const columns = (): Columns<OwnField> => [
  { head: t('move'), isHidden: true, class: 'c-handle', show: () => <Handle title={t('move')} /> },
  { head: t('label'), isName: true, show: (field) => <What field={field} /> },
  { head: t('kinds'), named: true, show: ({ kinds }) => line(...kinds.map((kind) => t(kind))) },
  { head: t('type'), show: ({ type }) => t(type) },
  { head: t('properties'), isHidden: true, show: (field) => <Tags field={field} /> },
  { head: t('usedBy'), named: true, isNumber: true, show: (field) => <Used field={field} /> },
]

/** By how many records it is used, and the way to those among them where lists are narrowed by it. */
function Used({ field: { name, kinds, filter, used = 0 } }: { readonly field: OwnField }) {
  const [first] = kinds
  if (used === 0 || !filter || !first) return numberText(used)
  const path = { event: 'events', venue: 'venues', organizer: 'organizers' }[
    kinds.includes('event') ? 'event' : first
  ]
  return <a href={to(path, { [`fields[${name}]`]: '*' })}>{numberText(used)}</a>
}

function What({ field }: { readonly field: OwnField }) {
  return (
    <>
      <p class="what" dir="auto">
        {nameOf(field)}
      </p>
      <p class="under">
        <bdi dir="ltr">{field.name}</bdi>
      </p>
    </>
  )
}

/** That what records say of it is being changed, and how many of them it was. */
function changingOf({ progress }: OwnField): string {
  return progress ? `${t('changing')} ${numberText(progress.done)}/${numberText(progress.of)}` : t('changing')
}

function Tags({ field }: { readonly field: OwnField }) {
  const said = [
    field.required && t('required'),
    !field.public && t('internal'),
    field.filter && t('filter'),
    field.changing && changingOf(field),
  ].filter((one) => one !== false && one !== undefined)
  return (
    <span class="tags">
      {said.map((one) => (
        <span key={one} class="tag">
          {one}
        </span>
      ))}
    </span>
  )
}
