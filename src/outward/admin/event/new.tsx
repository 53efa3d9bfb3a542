import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { webAddress } from '../../../pure/text/typedAddresses.ts'
import { AlikeNotice, type AlikeOne, useAlike } from '../places/alike.tsx'
import type { Kind } from '../places/kinds.ts'
import { useTyped } from '../record/typed.ts'
import { type TextName, t } from '../texts.ts'

/** The fields of a new place or organizer, within what it is for. */
export function New(props: {
  readonly id: string
  readonly kind: Kind
  readonly title: string
  readonly fields: readonly (readonly [string, TextName])[]
  /** What the service calls what it is for. */
  readonly name: string
  /** What has been typed already. */
  readonly begins: string
  readonly hint: string
  readonly onAdd: (fields: Readonly<Record<string, string>>) => void
  /** Takes one that is there instead. */
  readonly onTake: (one: AlikeOne) => void
  readonly onClose: () => void
}) {
  const { id, kind, title, fields, begins, hint, onAdd, onTake, onClose } = props
  const group = useRef<HTMLDivElement>(null)
  const inputs = () => [...(group.current?.querySelectorAll('input') ?? [])]
  useEffect(
    () =>
      inputs()
        .find(({ value }) => value === '')
        ?.focus(),
    [],
  )
  const typed = () =>
    Object.fromEntries(
      inputs().flatMap(({ name: field, value }) => {
        const text = field === 'website' ? webAddress(value) : value.trim()
        return text === '' ? [] : [[field, text]]
      }),
    )
  const now = useSignal<Readonly<Record<string, string>>>(
    begins === '' ? {} : { [fields[0]?.[0] ?? '']: begins },
  )
  const alikes = useAlike(kind, now.value)
  const add = async () => {
    const [first] = inputs()
    if (first?.value.trim() === '') first.focus()
    // What is there already is told first.
    else if (!(await alikes.fault(typed()))) onAdd(typed())
  }
  // When one saves, what is filled in is meant.
  useTyped(id, props.name, async () => {
    const [values, first] = [typed(), inputs()[0]]
    if (Object.keys(values).length === 0) onClose()
    else if (first?.value.trim() === '') return t('needsNameOfNew')
    else {
      const fault = await alikes.fault(values)
      if (fault !== undefined) return fault
      onAdd(values)
    }
    return undefined
  })
  return (
    <div
      class="inline-new"
      role="group"
      aria-labelledby={id}
      ref={group}
      onInput={() => {
        now.value = typed()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.preventDefault()
          onClose()
        }
        if (
          event.key !== 'Enter' ||
          event.ctrlKey ||
          event.metaKey ||
          !(event.target instanceof HTMLInputElement)
        )
          return
        event.preventDefault()
        void add()
      }}
    >
      <h3 id={id}>{title}</h3>
      <div class="pair">
        {fields.map(([field, text], at) => (
          <div class="field" key={field}>
            <label for={`${id}-${field}`}>
              {t(text)} {at > 0 && <span class="dim">{t('optional')}</span>}
            </label>
            <input
              id={`${id}-${field}`}
              name={field}
              type="text"
              inputMode={field === 'website' ? 'url' : field === 'email' ? 'email' : 'text'}
              placeholder={field === 'website' ? 'https://' : undefined}
              dir="auto"
              required={at === 0}
              defaultValue={at === 0 ? begins : ''}
            />
          </div>
        ))}
      </div>
      <AlikeNotice kind={kind} alikes={alikes} onTake={onTake} />
      <p class="acts">
        <button class="plain" type="button" onClick={() => void add()}>
          {t('addIt')}
        </button>
        <button class="quiet" type="button" onClick={onClose}>
          {t('notNow')}
        </button>
        <span class="hint">{hint}</span>
      </p>
    </div>
  )
}
