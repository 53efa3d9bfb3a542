import type { Described } from '../record/clash.tsx'
import { plain, t as tFrame } from '../texts.ts'
import { factText } from './fields.tsx'
import type { Form } from './form.ts'
import { type Kind, kinds } from './kinds.ts'
import { t } from './texts.ts'

/** All fields of a kind, with what they are called. */
export function labelsOf(kind: Kind): readonly (readonly [field: string, label: string])[] {
  const { name, first, about, access, isPlaced } = kinds[kind]
  const labels = [...first, ...about].map(
    ({ name: field, label }) => [field, 'frame' in label ? tFrame(label.frame) : t(label.own)] as const,
  )
  return [
    [name, tFrame('name')],
    ...labels,
    ...access.map((field) => [field, t(field)] as const),
    ...(isPlaced ? ([['geo_lat', t('onTheMap')]] as const) : []),
    ['description', tFrame('text')],
    ['image', tFrame('picture')],
  ]
}

/** What the fields of a kind are called, and what they hold. */
export function describedOf(kind: Kind): Described<Form> {
  const labels = new Map(labelsOf(kind))
  const flags: readonly string[] = kinds[kind].access
  return {
    name: (field) => labels.get(field) ?? t('onTheMap'),
    text: (field, form) => {
      const typed = form[field] ?? ''
      if (flags.includes(field)) return factText(typed)
      if (field === 'geo_lat') return [typed, form['geo_lng']].filter(Boolean).join(', ')
      if (field === 'image') return typed === '' ? '' : `#${typed}`
      return field === 'description' ? plain(typed).trim() : typed
    },
  }
}
