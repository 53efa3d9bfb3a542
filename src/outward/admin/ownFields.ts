import { signal } from '@preact/signals'
import type { OwnValue, OwnValues } from '../../fields/own/declaration.ts'
import type { OwnFieldRecord } from '../../records/own/own.record.ts'
import { ask } from './api.ts'
import { plain, t } from './texts.ts'

/** A field that the calendar has declared, with its texts in the language of the reader. */
export interface SpokenField extends Omit<OwnFieldRecord, 'label' | 'help' | 'options'> {
  readonly label: string
  readonly help: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
}

/** The fields of events that the calendar has declared, once they have been asked for. */
export const ownFields = signal<readonly SpokenField[]>([])

/** Asks for the fields of events: each time, as others may declare some meanwhile. Throws what {@link ask} throws. */
export async function needOwnFields(): Promise<void> {
  const { body } = await ask<{ readonly fields: readonly SpokenField[] }>('fields', {
    query: { kind: 'event' },
  })
  ownFields.value = body.fields
}

/** Values in the order of their names, so that what is the same looks the same. */
export function sorted(values: OwnValues): OwnValues {
  return Object.fromEntries(Object.entries(values).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** Values with another one; undefined says nothing any more. */
export function withOwn(values: OwnValues, name: string, value: OwnValue | undefined): OwnValues {
  const { [name]: _, ...others } = values
  return value === undefined ? others : sorted({ ...others, [name]: value })
}

/** What was changed, as it is sent: null clears. */
export function ownSent(own: OwnValues = {}, base: OwnValues = {}): Record<string, OwnValue | null> {
  const names = new Set([...Object.keys(base), ...Object.keys(own)])
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const value = own[name] ?? null
      return JSON.stringify(value) === JSON.stringify(base[name] ?? null) ? [] : [[name, value]]
    }),
  )
}

/** What is said of all of them, as a line of text. */
export function ownText(own: OwnValues): string {
  return Object.entries(own)
    .map(([name, value]) => `${ownName(name)}: ${ownSays(name, value)}`)
    .join(' · ')
}

/** What people call a field that the calendar has declared. */
export function ownName(name: string): string {
  return plain(fieldNamed(name)?.label ?? name)
}

/** A value of it as people read it. */
export function ownSays(name: string, value: unknown): string {
  const called = (one: unknown) =>
    fieldNamed(name)?.options.find(({ value: of }) => of === one)?.label ?? String(one)
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
  return plain(Array.isArray(value) ? value.map(called).join(', ') : called(value))
}

function fieldNamed(name: string): SpokenField | undefined {
  return ownFields.value.find((one) => one.name === name)
}
