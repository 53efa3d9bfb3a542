import { useEffect, useRef } from 'preact/hooks'
import { type TextName, t } from '../texts.ts'

/** The fields of a new place or organizer, within what it is for. */
export function New(props: {
  readonly id: string
  readonly title: string
  readonly fields: readonly (readonly [string, TextName])[]
  readonly name: string
  readonly hint: string
  readonly onAdd: (fields: Readonly<Record<string, string>>) => void
  readonly onClose: () => void
}) {
  const { id, title, fields, name, hint, onAdd, onClose } = props
  const group = useRef<HTMLDivElement>(null)
  const inputs = () => [...(group.current?.querySelectorAll('input') ?? [])]
  useEffect(
    () =>
      inputs()
        .find(({ value }) => value === '')
        ?.focus(),
    [],
  )
  const add = () => {
    const values = Object.fromEntries(
      inputs().flatMap(({ name: field, value }) => (value.trim() === '' ? [] : [[field, value.trim()]])),
    )
    const [first] = inputs()
    if (first?.value.trim() === '') first.focus()
    else onAdd(values)
  }
  return (
    <div
      class="inline-new"
      role="group"
      aria-labelledby={id}
      ref={group}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.preventDefault()
          onClose()
        }
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
        event.preventDefault()
        add()
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
              defaultValue={at === 0 ? name : ''}
            />
          </div>
        ))}
      </div>
      <p class="acts">
        <button class="plain" type="button" onClick={add}>
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
