import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Icon } from './icons.tsx'

/** How long typing has to rest before it is searched for, in milliseconds. */
const rest_ms = 300

/** A field to search in, and what else narrows beside it. What is typed counts once typing rests, or at once by Enter. */
export function Searching(props: {
  /** What can be looked for, for who does not see the hint. */
  readonly label: string
  readonly hint?: string
  readonly search: string
  readonly onSearch: (search: string) => void
  readonly children?: ComponentChildren
}) {
  const { label, hint = label, search, onSearch, children } = props
  const field = useRef<HTMLInputElement>(null)
  const typing = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const forget = () => clearTimeout(typing.current)
  const look = () => {
    forget()
    onSearch(field.current?.value.trim() ?? '')
  }
  const now = useRef(look)
  now.current = look
  // What is typed rests on while something else is chosen: it is searched for within that.
  useEffect(forget, [search])
  useEffect(() => forget, [])
  useEffect(() => {
    // The way back changes what is shown, not what is being typed.
    if (field.current && document.activeElement !== field.current) field.current.value = search
  }, [search])
  return (
    <form
      class="tools"
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        look()
      }}
    >
      <div class="search">
        <Icon name="search" />
        <input
          ref={field}
          type="search"
          dir="auto"
          aria-label={label}
          placeholder={hint}
          defaultValue={search}
          onInput={() => {
            forget()
            typing.current = setTimeout(() => now.current(), rest_ms)
          }}
        />
      </div>
      {children}
    </form>
  )
}
