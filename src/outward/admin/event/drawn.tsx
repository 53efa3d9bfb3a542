import { drawnFields } from '../../../fields/drawn.fields.ts'
import { typedOf } from '../../../fields/controls.ts'
import { nameOf } from '../fieldNames.ts'
import { Fault, faultOf, faulty } from './parts.tsx'
import type { Store } from './store.ts'

/** The fields that are drawn as they are declared, a line each. */
export function DrawnFields({ store }: { readonly store: Store }) {
  const typed = new Map<string, unknown>(Object.entries(store.form.value))
  return (
    <>
      {Object.entries(drawnFields).map(([name, { type }]) => {
        const [id, fault] = [`e-${name}`, faultOf(store, name)]
        return (
          <div class="field" key={name}>
            <label for={id}>{nameOf(name)}</label>
            <input
              id={id}
              type="text"
              inputMode={type === 'link' ? 'url' : 'text'}
              dir="auto"
              value={typedOf(typed.get(name))}
              {...faulty(id, fault)}
              onInput={({ currentTarget }) => store.set({ [name]: currentTarget.value })}
            />
            <Fault id={id} says={fault} />
          </div>
        )
      })}
    </>
  )
}
