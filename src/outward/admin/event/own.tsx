import { OwnFields } from '../own/fields.tsx'
import { ownShown } from '../own/asking.ts'
import { ownText } from '../own/declared.ts'
import { ownValues } from '../own/form.ts'
import { t as to } from '../own/texts.ts'
import { Fault, faultOf, Part } from './parts.tsx'
import type { Store } from './store.ts'
import { t as te } from './texts.ts'

/** The fields that the calendar has declared for events of these categories; nothing where there are none. */
export function OwnPart({ store }: { readonly store: Store }) {
  const form = store.form.value
  const shown = ownShown('event', form, form.categories)
  if (shown.length === 0) return null
  const required = shown
    .filter((field) => field.required)
    .map(({ label }) => `${label} (${to('required')})`)
    .join(', ')
  return (
    <Part id="p-own" title={to('more')} says={ownText(ownValues(form)) || required || te('nothingYet')}>
      <OwnFields shown={shown} prefix="e-" form={form} faults={store.faults.value} onSet={store.set} />
      <Fault id="e-own" says={faultOf(store, 'fields')} />
    </Part>
  )
}
