import {
  type Declaration,
  declaredFor,
  type Declared,
  type OwnKind,
  type OwnValue,
} from '../../fields/own/declaration.ts'
import { readOwnValue } from '../../fields/own/values.ts'
import { quote } from '../../pure/params/parameter.ts'
import { fold } from '../../pure/text/fold.ts'
import { plainTextOfHtml } from '../../pure/text/plain.ts'
import { type OwnChange, settleOwn } from '../../records/own/own.settle.ts'
import type { CustomField, ImportBatch, ImportRecord, Told, Unreadable } from './imports.record.ts'

/** Before the names of fields that the calendar has declared, among those of a record: each is compared and written by itself (D73). */
export const ownPrefix = 'fields.'

/** The field of the calendar that a name among those of a record means. */
function ownNameIn(name: string): string | undefined {
  return name.startsWith(ownPrefix) ? name.slice(ownPrefix.length) : undefined
}

/** What of values is of fields that the calendar has declared. */
export function ownIn(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => ownNameIn(name) !== undefined))
}

/** A field that a source has, and this calendar has not: in how many records it says something. */
interface Missed extends Pick<CustomField, 'key' | 'label'> {
  readonly count: number
}

/** Reads what sources say of fields that the calendar has declared, and counts what it has not: that is told once, not of each record. */
export class OwnReading {
  readonly #missed = new Map<string, Missed>()
  #declared: Declared

  constructor(declared: Declared) {
    this.#declared = declared
  }

  /** The batch with values as they are stored, and what is wrong with others. */
  settled(batch: ImportBatch): ImportBatch {
    return { ...batch, records: batch.records.map((record) => this.record(record)) }
  }

  /** The same of a record. */
  record<Of extends ImportRecord | Unreadable>(record: Of): Of {
    if ('fault' in record || !hasOwn(record)) return record
    const read = readOwn(record, this.#declared)
    for (const { key, label } of read.missed) {
      const { count = 0 } = this.#missed.get(key) ?? {}
      this.#missed.set(key, { key, label, count: count + 1 })
    }
    return { ...record, fields: read.fields, lost: [...(record.lost ?? []), ...read.lost], custom: undefined }
  }

  /** What of a batch is in fields that are not declared. */
  missedIn({ records }: Pick<ImportBatch, 'records'>): readonly CustomField[] {
    return records.flatMap((record) =>
      'fault' in record || !hasOwn(record) ? [] : readOwn(record, this.#declared).missed,
    )
  }

  /** Goes on with other fields. */
  follow(declared: Declared): void {
    this.#declared = declared
  }

  /** Sentences on what was not kept. */
  notes(): readonly string[] {
    return [...this.#missed.values()].map(({ key, label, count }) => {
      const named = label === '' || label === key ? `“${key}”` : `“${label}” (${key})`
      const records = count === 1 ? '1 record has' : `${count} records have`
      return `${records} a field ${named}, which this calendar has not declared: what they say there is not here. Declare it, with that as its wire_name, or import with --fields.`
    })
  }
}

/** A record that says something of fields of the calendar, or of the source’s own. */
type WithOwn = Exclude<ImportRecord, { readonly kind: 'image' | 'category' | 'tag' }>

function hasOwn(record: ImportRecord): record is WithOwn {
  if (record.kind !== 'event' && record.kind !== 'venue' && record.kind !== 'organizer') return false
  return (record.custom?.length ?? 0) > 0 || Object.keys(record.fields).some((name) => ownNameIn(name))
}

interface OwnRead {
  readonly fields: Readonly<Record<string, unknown>>
  readonly lost: readonly Told[]
  readonly missed: readonly CustomField[]
}

function readOwn({ kind, fields: said, custom = [] }: WithOwn, declared: Declared): OwnRead {
  const all = declaredFor(declared, kind)
  const fields: Record<string, unknown> = {}
  const lost: Told[] = []
  const missed: CustomField[] = []
  const take = (field: Declaration, value: unknown) => {
    const said: unknown = Array.isArray(value) && field.type === 'text' ? value.join(', ') : value
    const read = readOwnValue(field, said)
    if ('value' in read) fields[ownPrefix + field.name] = read.value ?? null
    else lost.push({ field: ownPrefix + field.name, what: shown(value), why: `it ${read.fault}` })
  }
  for (const [name, value] of Object.entries(said)) {
    const own = ownNameIn(name)
    const field = own === undefined ? undefined : all.find((one) => one.name === own)
    if (own === undefined) fields[name] = value
    else if (field) take(field, value)
    // What says nothing is not missed.
    else if (value !== null && value !== '') missed.push({ key: own, label: '', value: shown(value) })
  }
  for (const one of custom) {
    const field = fieldMeant(one, all)
    const { value } = one
    if (field) take(field, typeof value === 'string' ? plainTextOfHtml(value) : value)
    else if (value.length > 0 && String(value).trim() !== '') missed.push(one)
  }
  return { fields, lost, missed }
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : quote(value)
}

/** The field that the source calls so: by its key there, else by its label in any language. */
function fieldMeant({ key, label }: CustomField, all: readonly Declaration[]): Declaration | undefined {
  const called = fold(label)
  return (
    all.find((field) => (field.wire_name ?? field.name) === key) ??
    all.find((field) => field.name === key) ??
    (called === ''
      ? undefined
      : all.find((field) => Object.values(field.label).some((text) => fold(text) === called)))
  )
}

/** What is stored of fields of the calendar after a write; no member where nothing is said of them. */
export function ownStored(
  { kind, values }: { readonly kind: OwnKind; readonly values: Readonly<Record<string, unknown>> },
  stored: string,
  declared: readonly Declaration[],
): { own?: string } {
  const said = Object.entries(values).flatMap(([name, value]): [string, OwnValue | null][] => {
    const own = ownNameIn(name)
    // `OwnReading` has read them.
    return own === undefined ? [] : [[own, value as OwnValue | null]]
  })
  if (said.length === 0) return {}
  const change = (sent: OwnChange['sent']) =>
    settleOwn(declared, { kind, sent, stored, wasPublic: true, isPublic: false })
  const settled = change(Object.fromEntries(said))
  if ('stored' in settled) return { own: settled.stored }
  // What was declared may have changed since it was read: what does not fit any more is left out.
  const wrong = new Set(settled.faults.map(({ name }) => name))
  const rest = change(Object.fromEntries(said.filter(([name]) => !wrong.has(name))))
  return 'stored' in rest ? { own: rest.stored } : {}
}

/** What is required of what is public, and a new record lacks: imports tell it, and are not refused. */
export function lackingOwn(
  { kind, values }: { readonly kind: OwnKind; readonly values: Readonly<Record<string, unknown>> },
  { all }: Declared,
): readonly Told[] {
  const isPublic = values['status'] === undefined || values['status'] === 'publish'
  return all
    .filter(({ required, kinds, categories }) => required && kinds.includes(kind) && categories.length === 0)
    .filter(({ name }) => isPublic && (values[ownPrefix + name] ?? null) === null)
    .map(({ name }) => ({
      field: ownPrefix + name,
      what: '',
      why: 'what is published must have it, and the source does not say it',
    }))
}

/** Whether any of these says something of fields of the calendar. */
export function saysOwn(planned: readonly { readonly values: Readonly<Record<string, unknown>> }[]): boolean {
  return planned.some(({ values }) => Object.keys(values).some((name) => ownNameIn(name) !== undefined))
}
