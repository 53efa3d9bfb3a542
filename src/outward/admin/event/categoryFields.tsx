import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { ask } from '../api.ts'
import { faultText } from '../faults.ts'
import { useTyped } from '../record/typed.ts'
import type { Term } from '../records.ts'
import { type Branch, categories, treeOf } from '../terms.ts'
import { plain, t as tFrame } from '../texts.ts'
import { say } from '../toasts.tsx'
import { t } from './texts.ts'

/** The most letters of a name, as the service takes it. */
const nameLimit = 200

/** The fields of a new category. It is there for all at once. `onMade` gets its id, or that of the one with its name in its place. */
export function CategoryFields(props: {
  readonly onMade: (id: number) => void
  readonly onClose: () => void
}) {
  const { onMade, onClose } = props
  const field = useRef<HTMLInputElement>(null)
  const parent = useSignal(0)
  const fault = useSignal('')
  const making = useRef<Promise<string | undefined> | undefined>(undefined)
  useEffect(() => field.current?.focus(), [])
  const make = async (): Promise<string | undefined> => {
    const name = field.current?.value.trim() ?? ''
    if (name === '') return undefined
    try {
      onMade((await madeAs(name, parent.value)).id)
      onClose()
      return undefined
    } catch (error) {
      return faultText(error)
    }
  }
  /** What is pressed twice, or saved meanwhile, makes one. */
  const makeOnce = () => {
    making.current ??= make().finally(() => {
      making.current = undefined
    })
    return making.current
  }
  const add = async () => {
    if (field.current?.value.trim() === '') field.current.focus()
    else fault.value = (await makeOnce()) ?? ''
  }
  // When one saves, what is filled in is meant.
  useTyped('e-new-category', 'categories', makeOnce)
  return (
    <div
      class="inline-new"
      role="group"
      aria-labelledby="e-new-category"
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.preventDefault()
          onClose()
        }
        if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
        if (!(event.target instanceof HTMLInputElement)) return
        event.preventDefault()
        void add()
      }}
    >
      <h3 id="e-new-category">{t('newCategory')}</h3>
      <div class="field">
        <label for="e-new-category-name">{tFrame('name')}</label>
        <input
          id="e-new-category-name"
          ref={field}
          type="text"
          dir="auto"
          required
          maxLength={nameLimit}
          aria-describedby={fault.value === '' ? undefined : 'e-new-category-fault'}
          aria-invalid={fault.value === '' ? undefined : true}
        />
        {fault.value !== '' && (
          <p class="fault" id="e-new-category-fault" role="alert" dir="auto">
            {fault.value}
          </p>
        )}
      </div>
      {categories.value.size > 0 && (
        <div class="field">
          <label for="e-new-category-within">{t('within')}</label>
          <select
            id="e-new-category-within"
            dir="auto"
            value={String(parent.value)}
            onChange={({ currentTarget: { value } }) => {
              parent.value = Number(value)
            }}
          >
            <option value="0">{t('noOther')}</option>
            {linesOf(treeOf(categories.value)).map(({ id, text }) => (
              <option key={id} value={String(id)}>
                {text}
              </option>
            ))}
          </select>
        </div>
      )}
      <p class="acts">
        <button class="plain" type="button" onClick={() => void add()}>
          {tFrame('addIt')}
        </button>
        <button class="quiet" type="button" onClick={onClose}>
          {tFrame('notNow')}
        </button>
        <span class="hint">{t('categoryAtOnce')}</span>
      </p>
    </div>
  )
}

/** Makes it, unless there is one of its name in its place already. Throws what {@link ask} throws. */
async function madeAs(name: string, parent: number): Promise<Term> {
  const same = [...categories.value.values()].find(
    (term) => term.parent === parent && lower(plain(term.name)) === lower(name),
  )
  if (same) {
    say(t('categoryThere', { name: plain(same.name) }))
    return same
  }
  // The service knows no category 0.
  const json = parent === 0 ? { name } : { name, parent }
  const { body } = await ask<Term>('categories', { method: 'POST', json })
  categories.value = new Map([...categories.value, [body.id, body]])
  return body
}

function lower(text: string): string {
  return text.toLocaleLowerCase()
}

/** The tree as lines of a list, each level further in. */
function linesOf(
  tree: readonly Branch[],
  level = 0,
): readonly { readonly id: number; readonly text: string }[] {
  return tree.flatMap(({ term, name, below }) => [
    { id: term.id, text: `${'\u2003'.repeat(level)}${name}` },
    ...linesOf(below, level + 1),
  ])
}
