import { signal } from '@preact/signals'
import { Icon } from '../icons.tsx'
import type { Column } from '../kit/columns.tsx'
import { useRead } from '../kit/read.ts'
import type { OwnKind, OwnValues } from '../../../fields/own/declaration.ts'
import { sayFault } from '../toasts.tsx'
import { needOwnFields, ownFields, ownSays } from './declared.ts'

const storedAs = 'kalends.columns'

/** The calendar’s own fields that lists have a column for, in this browser. */
const chosen = signal<ReadonlySet<string>>(
  new Set((localStorage.getItem(storedAs) ?? '').split(',').filter(Boolean)),
)

/** Knows what they are called, where there are any. */
export function useOwnColumns(): void {
  const isAny = chosen.value.size > 0
  useRead(async () => (isAny ? needOwnFields() : undefined), [isAny], sayFault)
}

/** Those that everybody may see: lists tell no others. */
const shown = (kind: OwnKind) => ownFields(kind).filter((field) => field.public)

/** A column for each that is chosen. */
export function ownColumns<Row extends { readonly fields?: OwnValues }>(
  kind: OwnKind,
): readonly Column<Row>[] {
  return shown(kind)
    .filter(({ name }) => chosen.value.has(name))
    .map(({ name, label }) => ({
      head: label,
      named: ({ fields }) => fields?.[name] !== undefined,
      class: 'c-own',
      dir: 'auto',
      show: ({ fields }) => (fields?.[name] === undefined ? '' : ownSays(name, fields[name])),
    }))
}

function toggle(name: string): void {
  const next = new Set(chosen.value)
  if (!next.delete(name)) next.add(name)
  chosen.value = next
  localStorage.setItem(storedAs, [...next].join(','))
}

/** Which of them the list has a column for, in its menu. */
export function OwnColumns({ kind }: { readonly kind: OwnKind }) {
  useRead(needOwnFields, [], sayFault)
  return shown(kind).map(({ name, label }) => (
    <li key={name}>
      <button type="button" aria-pressed={chosen.value.has(name)} onClick={() => toggle(name)}>
        <Icon name={chosen.value.has(name) ? 'check' : 'table'} />
        <span dir="auto">{label}</span>
      </button>
    </li>
  ))
}
