import { ask } from '../api.ts'

/** A run of a source. */
export interface Run {
  readonly id: number
  readonly status: 'running' | 'done' | 'failed' | 'interrupted'
  readonly created_utc: string
  readonly created: number
  readonly updated: number
  readonly removed: number
  readonly skipped: number
  readonly message: string | null
}

/** A source that is kept. */
export interface Source {
  readonly id: number
  readonly name: string
  readonly kind: 'site' | 'calendar' | 'table' | 'page' | 'unknown'
  readonly url: string | null
  readonly file: string | null
  /** How its columns are read, as it was chosen: `Wann=start_date,Was=title`. */
  readonly map: string
  /** In which order its dates are written, where that was chosen. */
  readonly dates: string | null
  /** What its events come as, the zone of its times, and how long events last, where its rows do not say it. */
  readonly status: string | null
  readonly timezone: string | null
  readonly duration: string | null
  readonly every: string | null
  readonly at: string | null
  readonly health: 'new' | 'good' | 'attention' | 'failing'
  readonly message: string | null
  readonly running: boolean
  readonly failing_since_utc: string | null
  readonly events: number
  readonly runs: readonly Run[]
}

/** What an import does with the records of one kind. */
export interface Counts {
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly skipped: number
  readonly removed: number
}

/** A record that was left out, and why. */
export interface Remark {
  readonly key: string
  readonly at?: string
  readonly title?: string
  readonly says: string
}

/** A field that would change. */
export interface FieldChange {
  readonly kind: string
  readonly key: string
  readonly at?: string
  readonly title: string
  readonly id: number
  readonly field: string
  readonly from: string
  readonly to: string
  /** Whether somebody has written it here since an import last did. */
  readonly edited: boolean
}

/** An event that would come. */
export interface Coming {
  readonly key: string
  readonly title: string
  readonly start_date: string
  readonly all_day: boolean
}

/** An import: how far it is, and what it has done or would do. */
export interface Import {
  readonly id: number
  readonly status: Run['status']
  readonly message: string | null
  readonly report: {
    readonly counts: Readonly<Record<string, Counts>>
    readonly skipped: readonly Remark[]
    readonly differences?: readonly FieldChange[]
    readonly coming?: readonly Coming[]
  }
}

/** The columns of a table, and its first rows. */
export interface Preview {
  readonly kind: 'table' | 'other'
  readonly ready: boolean
  readonly columns: readonly { readonly header: string; readonly field: string | null }[]
  readonly rows: readonly { readonly line: number; readonly cells: readonly string[] }[]
  readonly fields: readonly string[]
  /** The file that has brought most of what this one has, under another name; null for none. */
  readonly copy_of: string | null
}

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
