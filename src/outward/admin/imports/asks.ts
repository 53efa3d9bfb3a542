import type { ImportView } from '../../imports/imports.job.ts'
import type { ImportPreview } from '../../imports/imports.preview.record.ts'
import type { ImportSourceView } from '../../imports/imports.sources.record.ts'
import { ask } from '../api.ts'

/** A run of a source. */
export type Run = Source['runs'][number]

/** A source that is kept. */
export type Source = ImportSourceView

/** What an import does with the records of one kind. */
export type Counts = Import['report']['counts']['event']

/** A record that was left out, and why. */
export type Remark = Import['report']['skipped'][number]

/** A field that would change. */
export type FieldChange = NonNullable<Import['report']['differences']>[number]

/** An import: how far it is, and what it has done or would do. */
export type Import = Pick<ImportView, 'id' | 'status' | 'message'> & {
  readonly report: Pick<ImportView['report'], 'counts' | 'skipped' | 'differences' | 'coming'>
}

/** The columns of a table, and its first rows. */
export type Preview = ImportPreview

/** All sources, those that fail first. */
export async function readSources(): Promise<readonly Source[]> {
  return (await ask<{ readonly sources: readonly Source[] }>('imports/sources')).body.sources
}

/** The source that a file of that name is kept as; undefined where it was imported without being kept. */
export async function sourceOfFile(name: string): Promise<Source | undefined> {
  return (await readSources()).find(({ file }) => file === name)
}

/** What a source is set up or changed with. */
export type SourceWords = Partial<Pick<Source, 'name' | 'url' | 'every' | 'at'>> & { readonly leave?: Left }

/** Sets up a source, or changes one. */
export async function saveSource(id: number | undefined, words: SourceWords): Promise<Source> {
  const path = id === undefined ? 'imports/sources' : `imports/sources/${id}`
  const json = words.leave ? { ...words, leave: leaveOf(words.leave) } : words
  return (await ask<Source>(path, { method: 'POST', json })).body
}

/** Tells what importing a source now would do. */
export async function trySource(id: number): Promise<Import> {
  return (await ask<Import>(`imports/sources/${id}/run`, { method: 'POST', json: { dry_run: true } })).body
}

/** A source. */
export async function readSource(id: number): Promise<Source> {
  return (await ask<Source>(`imports/sources/${id}`)).body
}

/** Changes that are not taken, as the service reads them. */
type Left = readonly Pick<FieldChange, 'kind' | 'key' | 'field'>[]

function leaveOf(left: Left): { readonly kind: string; readonly key: string; readonly field: string }[] {
  return left.map(({ kind, key, field }) => ({ kind, key, field }))
}

/** Imports a source now, but for some changes. */
export async function runSource({ id }: Source, left: Left = []): Promise<Import> {
  const json = left.length === 0 ? {} : { json: { leave: leaveOf(left) } }
  return (await ask<Import>(`imports/sources/${id}/run`, { method: 'POST', ...json })).body
}

/** Does not import a source by itself any more. */
export async function stopSource({ id }: Source): Promise<void> {
  await ask(`imports/sources/${id}/stop`, { method: 'POST' })
}

/** Forgets a source. */
export async function removeSource({ id }: Source): Promise<void> {
  await ask(`imports/sources/${id}`, { method: 'DELETE' })
}

/** Takes back what an import has done. */
export async function undoRun(id: number): Promise<void> {
  await ask(`imports/${id}/undo`, { method: 'POST' })
}

/** What is said of a table beside its columns; empty texts for what is not. */
export type TableOptions = Readonly<Record<'dates' | 'status' | 'timezone' | 'duration', string>>

/** What was said of the table of a source. */
export function optionsOf(source?: Source): TableOptions {
  const { dates, status, timezone, duration } = source ?? {}
  return { dates: dates ?? '', status: status ?? '', timezone: timezone ?? '', duration: duration ?? '' }
}

/** How a file is read. */
export interface Reading extends TableOptions {
  readonly map: string
  /** Its own name, where its rows are meant although they are known under another; else empty. */
  readonly file_name: string
}

function formOf(file: File, words: Readonly<Record<string, string>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(words)) if (value !== '') form.set(name, value)
  form.set('file', file)
  return form
}

/** What would come from an address, before it is kept. */
export async function lookAhead(url: string, signal: AbortSignal): Promise<Import> {
  const { body } = await ask<Import>('imports', { method: 'POST', json: { url, dry_run: true }, signal })
  return ended(body.id, signal)
}

/** Looks at a file. */
export async function previewFile(file: File, map: string): Promise<Preview> {
  return (await ask<Preview>('imports/preview', { method: 'POST', form: formOf(file, { map }) })).body
}

/** The look that was begun last: the service takes one at a file at a time. */
let lastLook: Promise<unknown> = Promise.resolve()

/** Tells what importing a file would do, once that is known; before it, a look that is under way comes to its end. */
export function tryFile(file: File, reading: Reading, signal: AbortSignal): Promise<Import> {
  const before = lastLook
  const look = async () => {
    await before.catch(() => {})
    signal.throwIfAborted()
    const form = formOf(file, { ...reading, dry_run: 'true' })
    const { body } = await ask<Import>('imports', { method: 'POST', form })
    return ended(body.id)
  }
  const looking = look()
  lastLook = looking
  return looking
}

/** Imports a file but for some changes, and keeps it among the sources, or as a new version of one. */
export async function importFile(
  file: File,
  reading: Reading,
  { of, left }: { readonly of: Source | undefined; readonly left: Left },
): Promise<Source> {
  const leave = left.length === 0 ? '' : JSON.stringify(leaveOf(left))
  if (of === undefined) {
    const form = formOf(file, { ...reading, leave })
    return (await ask<Source>('imports/sources', { method: 'POST', form })).body
  }
  const { file_name: _own, ...kept } = reading
  await ask(`imports/sources/${of.id}`, { method: 'POST', json: kept })
  await ask(`imports/sources/${of.id}/run`, { method: 'POST', form: formOf(file, { leave }) })
  return of
}

/** How long an import is left alone before it is asked how far it is, in milliseconds. */
const rest_ms = 400

/** The import once it has ended. */
export async function ended(id: number, signal?: AbortSignal): Promise<Import> {
  for (;;) {
    const { body } = await ask<Import>(`imports/${id}`, { signal })
    if (body.status !== 'running') return body
    await new Promise((resolve) => setTimeout(resolve, rest_ms))
  }
}

/** The source once no run of it is under way. */
export async function settled(id: number, signal: AbortSignal): Promise<Source> {
  for (;;) {
    const { body } = await ask<Source>(`imports/sources/${id}`, { signal })
    if (!body.running) return body
    await new Promise((resolve) => setTimeout(resolve, rest_ms))
  }
}
