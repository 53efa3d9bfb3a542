import { controlOf } from '../../../fields/controls.ts'
import { nameOf } from '../fieldNames.ts'
import { isOwn, ownLabel, ownTypedText } from '../own/form.ts'
import type { Described } from '../record/clash.tsx'
import { plain, t as tFrame, type TextName } from '../texts.ts'
import { coordinates, type Form } from './form.ts'
import { declaredOf, type Kind } from './kinds.ts'
import { t } from '../common/texts.ts'

/** What forms call otherwise than what is told of it: who types it is told more. */
const longer: Readonly<Record<string, TextName>> = {
  venue: 'name',
  organizer: 'name',
  address: 'street',
  zip: 'zip',
  city: 'city',
  website: 'website',
  email: 'email',
  description: 'text',
  image: 'picture',
}

/** What a field of the form is called. */
export function labelOf(field: string): string {
  if (isOwn(field)) return ownLabel(field)
  if (coordinates.includes(field)) return t('onTheMap')
  if (field === 'phone') return t('telephone')
  const own = longer[field]
  return own === undefined ? nameOf(field) : tFrame(own)
}

/** What was typed for a field that has a few answers, in words. */
export function answerText(typed: string): string {
  if (typed === '') return t('notKnown')
  return typed === 'true' ? tFrame('yes') : tFrame('no')
}

/** What the fields of a kind are called, and what they hold. */
export function describedOf(kind: Kind): Described<Form> {
  return {
    name: labelOf,
    text: (field, form) => {
      if (isOwn(field)) return ownTypedText(field, form)
      const typed = form[field] ?? ''
      if (controlOf(declaredOf(kind, field)).is === 'answer') return answerText(typed)
      if (coordinates.includes(field))
        return coordinates
          .map((one) => form[one])
          .filter(Boolean)
          .join(', ')
      if (field === 'image') return typed === '' ? '' : `#${typed}`
      return field === 'description' ? plain(typed).trim() : typed
    },
  }
}
