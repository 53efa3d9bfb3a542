import { useEffect, useRef } from 'preact/hooks'
import { Icon } from '../icons.tsx'
import { t } from './texts.ts'

/** How long typing has to rest before it is searched for, in milliseconds. */
const rest_ms = 300

/** What the history of all is narrowed by, as the address of the screen has it. */
export interface Narrowed {
  readonly kind: string | undefined
  readonly who: string | undefined
  readonly search: string | undefined
  /** The first and the last day. */
  readonly from: string | undefined
  readonly to: string | undefined
}

/** A field to search in, the days, the kind of records and who did it. What is typed counts once typing rests. */
export function Tools(props: {
  readonly narrowed: Narrowed
  readonly kinds: readonly Option[]
  readonly onChange: (changed: Partial<Narrowed>) => void
}) {
  const { narrowed, kinds, onChange } = props
  const { search = '', from, to } = narrowed
  const field = useRef<HTMLInputElement>(null)
  const typing = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const change = (changed: Partial<Narrowed>) => {
    clearTimeout(typing.current)
    onChange(changed)
  }
  const look = () => change({ search: field.current?.value.trim() })
  // What else was chosen meanwhile has led elsewhere: what rests from before is not searched for over it.
  useEffect(() => clearTimeout(typing.current), [JSON.stringify(narrowed)])
  useEffect(() => () => clearTimeout(typing.current), [])
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
          aria-label={t('search')}
          placeholder={t('search')}
          defaultValue={search}
          onInput={() => {
            clearTimeout(typing.current)
            typing.current = setTimeout(look, rest_ms)
          }}
        />
      </div>
      {/* A day that leaves none between them takes the other with it. */}
      <Day
        label={t('firstDay')}
        value={from}
        onChange={(day) => change({ from: day, ...(to !== undefined && day > to ? { to: day } : {}) })}
      />
      <Day
        label={t('lastDay')}
        value={to}
        onChange={(day) =>
          change({ to: day, ...(from !== undefined && day !== '' && day < from ? { from: day } : {}) })
        }
      />
      <Choice
        label={t('kind')}
        value={narrowed.kind}
        options={[['', t('anyKind')], ...kinds]}
        onChange={(kind) => change({ kind })}
      />
      <Choice
        label={t('who')}
        value={narrowed.who}
        options={[
          ['', t('anybody')],
          ['me', t('byMe')],
        ]}
        onChange={(who) => change({ who })}
      />
    </form>
  )
}

type Option = readonly [value: string, text: string]

interface FieldProps {
  readonly label: string
  readonly value: string | undefined
  readonly onChange: (chosen: string) => void
}

function Day({ label, value = '', onChange }: FieldProps) {
  return (
    <label class="day">
      <span>{label}</span>
      <input
        type="date"
        class="fit"
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </label>
  )
}

function Choice({
  label,
  value = '',
  options,
  onChange,
}: FieldProps & { readonly options: readonly Option[] }) {
  return (
    <select
      class="fit"
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      {options.map(([each, text]) => (
        <option key={each} value={each}>
          {text}
        </option>
      ))}
    </select>
  )
}
