import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { ask } from '../api.ts'
import { Combo } from '../combo.tsx'
import type { Option } from '../combo.finding.ts'
import { Icon } from '../icons.tsx'
import { type Kind, nameOf, type Placed } from '../places/kinds.ts'
import { settle } from '../settle.ts'
import { plain, t as frame } from '../texts.ts'

/** How many suggestions there are. */
const most = 8

async function findPlaced(kind: Kind, search: string): Promise<readonly Option[]> {
  const order = search === '' ? {} : { orderby: 'relevance' }
  const query = { search, per_page: most, status: 'publish', ...order }
  const { body } = await ask<Partial<Record<Kind, readonly Placed[]>>>(kind, { query })
  return (body[kind] ?? []).map((one) => ({
    key: String(one.id),
    name: nameOf(one),
    says: plain(one.city ?? ''),
  }))
}

/** Several places or organizers, by their ids. */
export function SeveralPlaced(props: {
  readonly kind: Kind
  readonly label: string
  readonly placeholder: string
  readonly ids: readonly string[]
  readonly onChange: (ids: readonly string[]) => void
}) {
  const { kind, label, placeholder, ids, onChange } = props
  const names = useSignal<ReadonlyMap<string, string>>(new Map())
  const note = (id: string, name: string) => {
    names.value = new Map([...names.peek(), [id, name]])
  }
  useEffect(() => {
    for (const id of ids.filter((one) => !names.peek().has(one)))
      void settle(
        ask<Placed>(`${kind}/${id}`),
        ({ body }) => note(id, nameOf(body)),
        () => {},
      )
  }, [ids.join(',')])
  return (
    <Several
      id={`s-${kind}`}
      label={label}
      placeholder={placeholder}
      chosen={ids.map((id) => [id, names.value.get(id) ?? `#${id}`])}
      find={async (search) => (await findPlaced(kind, search)).filter(({ key }) => !ids.includes(key))}
      onChange={(keys, added) => {
        if (added) note(added.key, added.name)
        onChange(keys)
      }}
    />
  )
}

/** Several of a kind, and a field that adds one. */
export function Several(props: {
  readonly id: string
  readonly label: string
  readonly placeholder: string
  readonly chosen: readonly (readonly [key: string, name: string])[]
  readonly find: (typed: string) => Promise<readonly Option[]>
  readonly onChange: (keys: readonly string[], added?: Option) => void
}) {
  const { id, label, placeholder, chosen, find, onChange } = props
  const keys = chosen.map(([key]) => key)
  const fault = useSignal('')
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {chosen.length > 0 && (
        <ul class="tokens">
          {chosen.map(([key, name]) => (
            <li class="token" key={key}>
              <span dir="auto">{name}</span>
              <button
                type="button"
                aria-label={frame('removeOne', { name })}
                onClick={() => {
                  onChange(keys.filter((other) => other !== key))
                  document.getElementById(id)?.focus()
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
        placeholder={placeholder}
        find={find}
        describedBy={fault.value === '' ? undefined : `${id}-fault`}
        onChoose={(option) => onChange([...keys, option.key], option)}
        onLeft={(says = '') => {
          fault.value = says
        }}
      />
      {fault.value !== '' && (
        <p class="fault" id={`${id}-fault`} role="alert" dir="auto">
          <Icon name="warning" />
          <span>{fault.value}</span>
        </p>
      )}
    </div>
  )
}
