import { Later } from '../lazyScreen.tsx'
import { described } from '../registration/form.ts'
import { Fault, faultOf, Part } from './parts.tsx'
import { repeats } from './repeat.ts'
import type { Store } from './store.ts'
import { t as te } from './texts.ts'

const loadRegistration = () => import('../registration/part.tsx').then(({ Registration }) => Registration)

/** Who may come to the event. */
export function Registering({ store }: { readonly store: Store }) {
  const { registration: form, repeat } = store.form.value
  const { id, registration } = store.record.value ?? {}
  const { capacity = null, taken, waiting = 0, requested = 0 } = registration ?? {}
  const counts = id !== undefined && taken !== undefined && { event: id, capacity, taken, waiting, requested }
  return (
    <Part id="p-registration" title={te('registration')} says={described.value(form) || te('nothingYet')}>
      <Later
        load={loadRegistration}
        with={{
          form,
          faults: store.faults.value,
          isSeries: store.hasSeries() || repeats(repeat),
          counts: counts || undefined,
          onSet: (registration) => store.set({ registration }),
        }}
      />
      <Fault id="e-registration" says={faultOf(store, 'registration')} />
    </Part>
  )
}
