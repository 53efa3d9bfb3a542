import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useId, useRef } from 'preact/hooks'
import { Icon } from './icons.tsx'
import { placeAt } from './places.ts'
import { route, to } from './route.ts'
import { settle } from './settle.ts'
import { t } from './texts.ts'

/** What ties a control to its label, hint and fault. */
export interface Tied {
  readonly id: string
  readonly 'aria-invalid'?: 'true' | undefined
  readonly 'aria-describedby'?: string | undefined
}

/** A control under its label, with what is to be said of it, and what is wrong with it. */
export function Field(props: {
  readonly label: ComponentChildren
  readonly hint?: ComponentChildren
  readonly fault?: string | undefined
  /** What the control is found by, where something leads to it. */
  readonly id?: string
  readonly children: (tied: Tied) => ComponentChildren
}) {
  const { label, hint, fault, children } = props
  const own = useId()
  const id = props.id ?? own
  const told = [fault && `${id}-fault`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({
        id,
        'aria-invalid': fault ? 'true' : undefined,
        'aria-describedby': told === '' ? undefined : told,
      })}
      {fault && (
        <p class="fault" id={`${id}-fault`}>
          <Icon name="warning" />
          <span dir="auto">{fault}</span>
        </p>
      )}
      {hint && (
        <div class="hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
    </div>
  )
}

/** A text to be taken along, with a button that copies it. */
export function Copied(props: {
  readonly label: string
  readonly value: string
  readonly hint?: string | undefined
}) {
  const { label, value, hint } = props
  const field = useRef<HTMLInputElement>(null)
  return (
    <Field label={label} hint={hint}>
      {(tied) => (
        <div class="address">
          <input
            {...tied}
            ref={field}
            readOnly
            value={value}
            dir="ltr"
            onFocus={() => field.current?.select()}
          />
          <CopyButton value={value} onMissing={() => field.current?.select()} />
        </div>
      )}
    </Field>
  )
}

/** Copies a text, and says so. */
export function CopyButton(props: {
  readonly value: string
  /** Called where the browser lets nothing be copied: over http it does not. */
  readonly onMissing?: (() => void) | undefined
  readonly isMain?: boolean
}) {
  const { value, onMissing, isMain = false } = props
  const copied = useSignal('')
  return (
    <button
      class={isMain ? undefined : 'plain'}
      type="button"
      onClick={() => {
        void settle(
          // Over http, browsers let nothing be copied.
          navigator.clipboard?.writeText(value) ?? Promise.reject(new Error('no clipboard')),
          () => {
            copied.value = value
          },
          () => onMissing?.(),
        )
      }}
    >
      <Icon name={copied.value === value ? 'check' : 'copy'} />
      <span role="status">{copied.value === value ? t('copied') : t('copy')}</span>
    </button>
  )
}

/** The way to the parts of a long screen. */
export function Contents(props: {
  readonly label: string
  readonly parts: readonly (readonly [id: string, name: string])[]
}) {
  const { label, parts } = props
  const here = useSignal(parts[0]?.[0])
  return (
    <nav aria-label={label}>
      <ul>
        {parts.map(([id, name]) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={here.value === id ? 'true' : undefined}
              onClick={() => {
                here.value = id
              }}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** A place to go on, and what it is called. */
export type LinkTo = readonly [url: string, says: string]

/** What stands above the present screen in the rail. */
function wayUp(): LinkTo {
  const place = placeAt(route.value)
  return place && place.path !== route.value.path ? [to(place.path), t(place.name)] : [to(''), t('today')]
}

/**
 * What went wrong with a screen, and a button that tries it again; where it would be refused again, the way back instead: what stands above
 * the screen, unless another is given.
 */
export function Failed(props: {
  readonly fault: string
  readonly isRefused?: boolean | undefined
  readonly onAgain: () => void
  readonly back?: LinkTo | undefined
}) {
  const { fault, isRefused = false, onAgain, back } = props
  const [url, says] = back ?? wayUp()
  return (
    <div class="notice bad" role="alert">
      <Icon name="warning" />
      <div>
        <p dir="auto">{fault}</p>
        <p class="acts">
          {isRefused ? (
            <a class="button plain" href={url} dir="auto">
              <Icon name="back" />
              {says}
            </a>
          ) : (
            <button class="plain" type="button" onClick={onAgain}>
              {t('tryAgain')}
            </button>
          )}
        </p>
      </div>
    </div>
  )
}

/** Two letters for who has no picture. */
export function Face({ of, isNobody = false }: { readonly of: string; readonly isNobody?: boolean }) {
  return (
    <span class={`face c-${isNobody ? 0 : colourOf(of)}`} aria-hidden="true">
      {isNobody ? '?' : initialsOf(of)}
    </span>
  )
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}

/** Always the same of the twelve colours for one name. */
function colourOf(name: string): number {
  return ([...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % 12) + 1
}

/** The last cell of a row of a table: it opens the one menu of the table for this row. */
export function MenuCell({ title, onOpen }: { readonly title: string; readonly onOpen: () => void }) {
  return (
    <td class="menu-cell" role="cell">
      <button
        class="quiet square"
        type="button"
        popovertarget="row-menu"
        aria-label={t('moreFor', { title })}
        onClick={onOpen}
      >
        <Icon name="more" />
      </button>
    </td>
  )
}
