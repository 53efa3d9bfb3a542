import { useSignal } from '@preact/signals'
import { useEffect, useId, useRef } from 'preact/hooks'
import { faultText } from '../faults.ts'
import { Icon } from '../icons.tsx'
import { useTyped } from '../record/typed.ts'
import { t } from '../texts.ts'
import { sayFault } from '../toasts.tsx'
import { settle } from '../settle.ts'

/** What can be chosen. */
export interface Option {
  readonly key: string
  readonly name: string
  readonly says: string
}

function isSameName(one: string, other: string): boolean {
  return one.trim().toLocaleLowerCase() === other.trim().toLocaleLowerCase()
}

/** How long typing has to rest before it is searched for, in milliseconds. */
const rest_ms = 200

/** A field with a list of what it may mean under it (ARIA 1.2, combobox). The last option may be to make a new one. */
export function Combo(props: {
  readonly id: string
  readonly placeholder: string
  readonly find: (typed: string) => Promise<readonly Option[]>
  readonly onChoose: (option: Option) => void
  /** What it says to make a new one of what was typed; without it none is made. */
  readonly newText?: (typed: string) => string
  readonly onNew?: (typed: string) => void
  /** What it belongs to, where what is typed is taken or named as its fault when one saves. */
  readonly name?: string
  /** Called where nothing is saved later, when the field is left: with what is wrong with what still stands in it. */
  readonly onLeft?: (fault: string | undefined) => void
  /** Whether what is typed is enough to make a new one. */
  readonly takesNew?: boolean
  readonly describedBy?: string | undefined
}) {
  const { id, placeholder, find, onChoose, newText, onNew } = props
  const options = useSignal<readonly Option[]>([])
  const typed = useSignal('')
  const isOpen = useSignal(false)
  const at = useSignal(-1)
  const field = useRef<HTMLInputElement>(null)
  const typing = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const asked = useRef(0)
  const list = useId()
  useEffect(() => () => clearTimeout(typing.current), [])
  const listOf = (found: readonly Option[]): readonly Option[] =>
    onNew && newText !== undefined ? [...found, { key: 'new', name: newText(typed.value), says: '' }] : found
  const all = listOf(options.value)
  const shown = useRef(all)
  shown.current = all
  const take = async () => {
    const text = field.current?.value.trim() ?? ''
    if (text === '') return undefined
    try {
      const same = (await find(text)).filter(({ name }) => isSameName(name, text))
      const [only] = same
      if (same.length === 1 && only) choose(only)
      else if (same.length === 0 && props.takesNew) choose({ key: 'new', name: text, says: '' })
      else return t(onNew ? 'stillTypedOrNew' : 'stillTyped', { text })
      return undefined
    } catch (error) {
      return faultText(error)
    }
  }
  useTyped(id, props.name ?? id, take)
  const search = (text: string) => {
    typed.value = text.trim()
    clearTimeout(typing.current)
    typing.current = setTimeout(() => {
      asked.current += 1
      const turn = asked.current
      void settle(
        find(text.trim()),

        (found) => {
          if (turn !== asked.current) return
          // What the reader points at stays what it is, wherever it stands now.
          const pointed = shown.current[at.value]?.key
          options.value = found
          const stays = listOf(found).findIndex(({ key }) => key === pointed)
          at.value = stays >= 0 ? stays : found.length > 0 && text.trim() !== '' ? 0 : -1
        },
        (error: unknown) => sayFault(faultText(error)),
      )
    }, rest_ms)
  }
  const open = () => {
    if (!isOpen.value) search(field.current?.value ?? '')
    isOpen.value = true
  }
  const close = () => {
    isOpen.value = false
    at.value = -1
  }
  const choose = (option: Option) => {
    const name = field.current?.value.trim() ?? ''
    if (field.current) field.current.value = ''
    close()
    if (option.key === 'new') onNew?.(name)
    else onChoose(option)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Ctrl+Enter is for the whole form.
    if (event.ctrlKey || event.metaKey) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      open()
      if (all.length > 0) at.value = (at.value + step + all.length) % all.length
    } else if (event.key === 'Enter') {
      // Enter chooses; it does not send the form.
      event.preventDefault()
      const option = isOpen.value ? all[at.value] : undefined
      if (option) choose(option)
    } else if (event.key === 'Escape' && isOpen.value) {
      event.preventDefault()
      close()
    }
  }
  return (
    <div class="combo">
      <input
        id={id}
        ref={field}
        type="text"
        dir="auto"
        role="combobox"
        autocomplete="off"
        aria-expanded={isOpen.value}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={isOpen.value && at.value >= 0 ? `${list}-${at.value}` : undefined}
        aria-describedby={props.describedBy}
        placeholder={placeholder}
        onInput={({ currentTarget }) => {
          open()
          search(currentTarget.value)
        }}
        onClick={open}
        onBlur={() => {
          close()
          if (props.onLeft) void take().then(props.onLeft)
        }}
        onKeyDown={onKeyDown}
      />
      <Icon name="search" />
      <ul
        class="options"
        id={list}
        role="listbox"
        aria-label={t('suggestions')}
        hidden={!isOpen.value || all.length === 0}
      >
        {all.map((option, index) => (
          <li
            key={option.key}
            id={`${list}-${index}`}
            role="option"
            class={option.key === 'new' ? 'new' : undefined}
            aria-selected={index === at.value}
            // The field keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(option)}
          >
            {option.key === 'new' && <Icon name="plus" />}
            <span dir="auto">{option.key === 'new' ? option.name : <b>{option.name}</b>}</span>
            {option.says !== '' && (
              <span class="dim" dir="auto">
                {option.says}
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
