import type { OwnFieldRecord } from '../../../records/own/own.record.ts'
import { ask } from '../api.ts'

/** A text in some of the languages. */
export type Texts = Readonly<Record<string, string>>

/** One of the values that may be chosen. */
export interface Option {
  readonly value: string
  readonly label: Texts
}

/** A field that the calendar has declared, as those see it who may change it: its texts in all their languages. */
export interface OwnField extends Omit<OwnFieldRecord, 'label' | 'help' | 'options'> {
  readonly label: Texts
  readonly help: Texts
  readonly options: readonly Option[]
}

/** What is said of a field when it is declared or changed. */
export type FieldSaid = Readonly<
  Omit<OwnField, 'id' | 'name' | 'wire_name' | 'position' | 'modified_utc' | 'used' | 'changing' | 'progress'>
>

/** Sets of fields that are ready-made: their names, and the fields in them. */
export const sets = {
  audience: ['audience'],
  ages: ['age_from', 'age_to'],
  languages: ['languages'],
  access: ['sign_language', 'captions', 'audio_description', 'relaxed', 'easy_language'],
} as const
export type SetName = keyof typeof sets

const toEdit = { context: 'edit' } as const

/** All fields, in their order. */
export async function readFields(signal?: AbortSignal): Promise<readonly OwnField[]> {
  const { body } = await ask<{ readonly fields: readonly OwnField[] }>('fields', { query: toEdit, signal })
  return body.fields
}

/** One field as it is now, and its version. */
export async function readField(name: string): Promise<{ field: OwnField; etag: string | undefined }> {
  const { body, etag } = await ask<OwnField>(`fields/${name}`, { query: toEdit })
  return { field: body, etag }
}

/** Declares a field. */
export async function createField(json: FieldSaid & { readonly name: string }): Promise<void> {
  await ask('fields', { method: 'POST', json })
}

/** What may be changed of a field: what it says, where it stands, and what records get in place of options that are taken away. */
export type FieldChange = Partial<FieldSaid> & {
  readonly position?: number
  readonly replace?: Readonly<Record<string, string | null>>
}

/** Changes a field; `ifMatch`: only this version of it. */
export async function changeField(name: string, json: FieldChange, ifMatch?: string): Promise<void> {
  await ask(`fields/${name}`, { method: 'POST', json, ifMatch })
}

/** Removes a field; `force`: with what records say of it. */
export async function removeField(name: string, force: boolean): Promise<void> {
  await ask(`fields/${name}`, { method: 'DELETE', query: force ? { force } : {} })
}

/** Declares the fields of a ready-made set. */
export async function addSet(set: SetName): Promise<void> {
  await ask('fields/sets', { method: 'POST', json: { set } })
}
