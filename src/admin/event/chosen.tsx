import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { ask } from '../api.ts'
import { Icon } from '../icons.tsx'
import type { Venue } from '../records.ts'
import { plain, type TextName, t } from '../texts.ts'
import { Combo, type Option } from './combo.tsx'
import { addressText, type Linked } from './form.ts'
import { Fault } from './parts.tsx'

/** How many suggestions there are. */
const most = 8

async function findVenues(search: string): Promise<readonly Option[]> {
  const { body } = await ask<{ venues: readonly Venue[] }>('venues', { query: { search, per_page: most } })
  return body.venues.map((venue) => ({
    key: String(venue.id),
    name: plain(venue.venue),
    says: addressText(venue),
  }))
}

/** How places are looked for and made. */
export function ofPlaces() {
  return {
    label: t('place'),
    placeholder: t('placeHint'),
    find: findVenues,
    newText: t('newPlace'),
    newFields: [
      ['venue', 'name'],
      ['address', 'street'],
      ['zip', 'zip'],
      ['city', 'city'],
    ],
  } as const
}

/** Records that are chosen, a field that finds others, and the fields of a new one. */
export function Chosen(props: {
  readonly id: string
  readonly label: string
  readonly placeholder: string
  readonly linked: readonly Linked[]
  readonly fault: string
  readonly find: (typed: string) => Promise<readonly Option[]>
  readonly newText: string
  readonly newFields: readonly (readonly [string, TextName])[]
  /** When a new one is made. */
  readonly newHint: string
  readonly onChange: (linked: readonly Linked[]) => void
}) {
  const { id, label, placeholder, linked, fault, find, newText, newFields, newHint, onChange } = props
  const making = useSignal<string | undefined>(undefined)
  const focus = () => document.getElementById(id)?.focus()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {linked.length > 0 && (
        <ul class="stack tight">
          {linked.map((one, at) => (
            <li class="chosen two" key={`${one.id} ${one.name}`}>
              <p dir="auto">
                <b>{one.name}</b>
                {one.says !== '' && (
                  <>
                    <br />
                    {one.says}
                  </>
                )}
                {one.id === 0 && (
                  <>
                    {' '}
                    <span class="tag">{t('new')}</span>
                  </>
                )}
              </p>
              <button
                class="quiet square"
                type="button"
                aria-label={t('removeOne', { name: one.name })}
                onClick={() => {
                  onChange(linked.filter((_, other) => other !== at))
                  focus()
                }}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Combo
        id={id}
        placeholder={linked.length === 0 ? placeholder : t('addAnother')}
        find={find}
        describedBy={fault === '' ? undefined : `${id}-fault`}
        onChoose={({ key, name, says }) => {
          const chosen = { id: Number(key), name, says }
          if (!linked.some((one) => one.id === chosen.id)) onChange([...linked, chosen])
        }}
        newText={newText}
        onNew={(typed) => {
          making.value = typed
        }}
      />
      <Fault id={id} says={fault} />
      {making.value !== undefined && (
        <New
          id={`${id}-new`}
          title={newText}
          fields={newFields}
          name={making.value}
          hint={newHint}
          onClose={() => {
            making.value = undefined
            focus()
          }}
          onAdd={(fields) => {
            const [name = '', ...more] = newFields.map(([field]) => fields[field] ?? '')
            onChange([...linked, { id: 0, name, says: more.filter(Boolean).join(', '), fields }])
            making.value = undefined
            focus()
          }}
        />
      )}
    </div>
  )
}

/** The fields of a new place or organizer, within what it is for. */
function New(props: {
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
        if (event.key === 'Escape') onClose()
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
