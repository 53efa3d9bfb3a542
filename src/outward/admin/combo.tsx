import { useSignal } from '@preact/signals'
import { useId, useRef } from 'preact/hooks'
import { faultText } from './faults.ts'
import { Icon } from './icons.tsx'
import { useTyped } from './record/typed.ts'
import { t } from './texts.ts'
import { useFinding } from './combo.finding.ts'
import type { Option } from './combo.finding.ts'

function isSameName(one: string, other: string): boolean {
  return one.trim().toLocaleLowerCase() === other.trim().toLocaleLowerCase()
}

interface Choosing {
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
}

/** What is chosen of what is found, by hand or as one leaves the field with the whole name in it. */
function useChoosing({ id, find, onChoose, newText, onNew, name = id, takesNew }: Choosing) {
  const isOpen = useSignal(false)
  const field = useRef<HTMLInputElement>(null)
  const finding = useFinding(find, (typed) =>
    onNew && newText !== undefined ? [{ key: 'new', name: newText(typed), says: '' }] : [],
  )
  const { at, search } = finding
  const textNow = () => field.current?.value.trim() ?? ''
  const open = () => {
    if (!isOpen.value) search(field.current?.value ?? '')
    isOpen.value = true
  }
  const close = () => {
    isOpen.value = false
    at.value = -1
  }
  const choose = (option: Option) => {
    const typed = textNow()
    if (field.current) field.current.value = ''
    close()
    if (option.key === 'new') onNew?.(typed)
    else onChoose(option)
  }
  const take = async (): Promise<string | undefined> => {
    const text = textNow()
    if (text === '') return undefined
    try {
      const same = (await find(text)).filter((one) => isSameName(one.name, text))
      const [only] = same
      // What was typed meanwhile is meant, not what it began with.
      if (textNow() !== text) return await take()
      if (same.length === 1 && only) choose(only)
      else if (same.length === 0 && takesNew) choose({ key: 'new', name: text, says: '' })
      else return t(onNew ? 'stillTypedOrNew' : 'stillTyped', { text })
      return undefined
    } catch (error) {
      return faultText(error)
    }
  }
  useTyped(id, name, take)
  return { field, finding, isOpen, open, close, choose, take }
}

/** A field with a list of what it may mean under it (ARIA 1.2, combobox). The last option may be to make a new one. */
export function Combo(props: Choosing) {
  const { id, placeholder, onLeft } = props
  const list = useId()
  const { field, finding, isOpen, open, close, choose, take } = useChoosing(props)
  const { all, at, search } = finding
  const onKeyDown = (event: KeyboardEvent) => {
    // Ctrl+Enter is for the whole form.
    if (event.ctrlKey || event.metaKey) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      open()
      if (all.length > 0) at.value = (at.value + step + all.length) % all.length
    } else if (event.key === 'Enter') {
      // Enter chooses; it does not send the form.
      const option = isOpen.value ? all[at.value] : undefined
      if (option) choose(option)
    } else if (event.key === 'Escape' && isOpen.value) close()
    else return
    event.preventDefault()
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
          if (onLeft) void take().then(onLeft)
        }}
        onKeyDown={onKeyDown}
      />
      <Icon name="search" />
      <Options id={list} options={all} at={at.value} isOpen={isOpen.value} onChoose={choose} />
    </div>
  )
}

/** The options under the field, as long as they are open. */
function Options(props: {
  readonly id: string
  readonly options: readonly Option[]
  readonly at: number
  readonly isOpen: boolean
  readonly onChoose: (option: Option) => void
}) {
  const { id, options, at, isOpen, onChoose } = props
  return (
    <ul
      class="options"
      id={id}
      role="listbox"
      aria-label={t('suggestions')}
      hidden={!isOpen || options.length === 0}
    >
      {options.map((option, index) => (
        <li
          key={option.key}
          id={`${id}-${index}`}
          role="option"
          class={option.key === 'new' ? 'new' : undefined}
          aria-selected={index === at}
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option)}
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
  )
}
