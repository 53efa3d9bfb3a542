import { signal } from '@preact/signals'
import type { OwnKind, OwnValues } from '../../../fields/own/declaration.ts'
import type { OwnFieldRecord } from '../../../records/own/own.record.ts'
import { ask, language } from '../api.ts'
import { plain, t } from '../texts.ts'

/** A field that the calendar has declared, with its texts in the language of the reader. */
export interface SpokenField extends Omit<OwnFieldRecord, 'label' | 'help' | 'options'> {
  readonly label: string
  readonly help: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
}

const known = signal<readonly SpokenField[]>([])

/** Fields as they were known before, with the options that they had: a form may still say something of them. */
const before = new Map<string, SpokenField>()

/** The fields that the calendar has declared for a kind of record, once they have been asked for. */
export function ownFields(kind: OwnKind): readonly SpokenField[] {
  return known.value.filter(({ kinds }) => kinds.includes(kind))
}

/** Asks for the fields: each time, as others may declare some meanwhile. Throws what {@link ask} throws. */
export async function needOwnFields(): Promise<void> {
  const { body } = await ask<{ readonly fields: readonly SpokenField[] }>('fields', {
    query: { language },
  })
  for (const field of known.peek()) {
    const gone = before.get(field.name)?.options.filter(({ value }) => !hasOption(field, value)) ?? []
    before.set(field.name, { ...field, options: [...field.options, ...gone] })
  }
  known.value = body.fields
}

/** Whether that is an option of the field. */
export const hasOption = ({ options }: Pick<SpokenField, 'options'>, value: unknown): boolean =>
  options.some((option) => option.value === value)

/** The field as it was known before others were asked for, with all options that it ever had. */
export function formerField(name: string): SpokenField | undefined {
  return before.get(name)
}

/** What people call a field that the calendar has declared. */
export function ownName(name: string): string {
  return plain((ownField(name) ?? formerField(name))?.label ?? name)
}

/** A value of it as people read it. */
export function ownSays(name: string, value: unknown): string {
  const called = (one: unknown) =>
    [ownField(name), formerField(name)]
      .flatMap((field) => field?.options ?? [])
      .find(({ value: of }) => of === one)?.label ?? String(one)
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
  return plain(Array.isArray(value) ? value.map(called).join(', ') : called(value))
}

/** What is said of all of them, as a line of text. */
export function ownText(own: OwnValues): string {
  return Object.entries(own)
    .map(([name, value]) => `${ownName(name)}: ${ownSays(name, value)}`)
    .join(' · ')
}

/** The field with this name; undefined where there is none any more. */
export function ownField(name: string): SpokenField | undefined {
  return known.value.find((one) => one.name === name)
}
