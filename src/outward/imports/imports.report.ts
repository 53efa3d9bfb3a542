import { storedJson } from '../../pure/text/stored.ts'
import type { Loss, SourceKey, Told } from './imports.record.ts'
import { type ImportKind, importKinds } from '../../storage/schema/tables.imports.ts'

/** The outcomes for records. */
export const outcomes = ['created', 'updated', 'unchanged', 'skipped', 'removed'] as const
export type Outcome = (typeof outcomes)[number]

/** A remark about one record. */
export interface Remark extends SourceKey, Partial<Loss> {
  readonly at?: string
  /** What the record is called, if that is known. */
  readonly title?: string
  readonly says: string
}

/** The lists of remarks. */
export const remarkLists = ['skipped', 'lost', 'assumed', 'renumbered'] as const
export type RemarkList = (typeof remarkLists)[number]

/** A remark, and the list that it is in. */
export interface ListedRemark extends Remark {
  readonly list: RemarkList
}

/** What is told of a record, in one sentence and in its parts. */
export function partsOf(told: Told): Loss & { readonly says: string } {
  if (typeof told !== 'string') {
    const { field, what, why } = told
    return { ...told, says: what === '' ? `${field}: ${why}` : `${field} “${what}”: ${why}` }
  }
  const [, field = '', why = told] = /^([a-z][a-z_]*)[:,]? (.+)$/s.exec(told) ?? []
  return { field, what: /“([^”]*)”/.exec(told)?.[1] ?? '', why, says: told }
}

/** A field that an import would change: what is here, and what the source says. */
export interface FieldChange extends SourceKey {
  readonly at?: string
  readonly title: string
  readonly id: number
  readonly field: string
  readonly from: string
  readonly to: string
  /** Whether somebody has written it here since an import last did. */
  readonly edited: boolean
}

/** An event that an import would make. */
export interface Coming {
  readonly key: string
  readonly at?: string
  /** What it is called, without markup. */
  readonly title: string
  /** When it starts, on its own clock. */
  readonly start_date: string
  readonly all_day: boolean
}

/** What an import has done, or would do in a dry run. */
export interface ImportReport {
  readonly counts: Record<ImportKind, Record<Outcome, number>>
  /** How many of the updated records changed in a field, by kind and field. */
  readonly changes: Record<string, number>
  /** Records that were left out, and why. */
  readonly skipped: Remark[]
  /** Values of records that could not be stored, each with its field. */
  readonly lost: Remark[]
  /** What was understood otherwise than it is written, or where the source leaves it open. */
  readonly assumed: Remark[]
  /** Records that got another id than the one they had. */
  readonly renumbered: Remark[]
  readonly notes: string[]
  /** Sentences on records that the source says it has and does not show. */
  readonly shortfalls: string[]
  /** Of a dry run: the first fields that would change. */
  readonly differences?: FieldChange[]
  /** Of a dry run: the first events that would come. */
  readonly coming?: Coming[]
  /** Remarks beyond the first two hundred of a list are only counted, by its name. */
  readonly untold: Record<string, number>
  /** All remarks since the report was last stored, which keeps the first of each list alone. */
  fresh?: ListedRemark[] | undefined
}

/** How many remarks a list has at most: nobody reads more, and the report is stored with each batch. */
const remarkLimit = 200

const none: Record<Outcome, number> = { created: 0, updated: 0, unchanged: 0, skipped: 0, removed: 0 }

/** An empty report. */
export function newReport(): ImportReport {
  return {
    counts: Object.fromEntries(importKinds.map((kind) => [kind, { ...none }])) as ImportReport['counts'],
    changes: {},
    skipped: [],
    lost: [],
    assumed: [],
    renumbered: [],
    notes: [],
    shortfalls: [],
    untold: {},
  }
}

/** A report as it was stored, perhaps by a version that had fewer lists. */
export function storedReport(json: string): ImportReport {
  const stored = storedJson('report', json)
  const known = newReport()
  if (typeof stored !== 'object' || stored === null) return known
  // Only this program writes it; what is of another kind all the same is as if it were not there.
  const sound = Object.entries(stored).filter(([name, value]) =>
    isLike(value, known[name as keyof ImportReport]),
  )
  return { ...known, ...(Object.fromEntries(sound) as Partial<ImportReport>) }
}

/** Whether a list stands where one should, and members where members should. */
function isLike(value: unknown, known: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return known === undefined || Array.isArray(value) === Array.isArray(known)
}

/** Counts the outcome for a record. */
export function count(report: ImportReport, kind: ImportKind, outcome: Outcome, number = 1): void {
  report.counts[kind][outcome] += number
}

/** Adds a remark to one of the lists, or only counts it when the list is long; the first of each kind is told in any case. */
export function remark(report: ImportReport, list: RemarkList, told: Remark): void {
  report.fresh?.push({ list, ...told })
  const remarks = report[list]
  const isTold =
    remarks.length < remarkLimit || (remarks.length < 2 * remarkLimit && isNewKind(remarks, told))
  if (isTold) remarks.push(told)
  else report.untold[list] = (report.untold[list] ?? 0) + 1
}

/** The kinds of fault in each list: looking through the list for each of a million remarks would take minutes. */
const kindsIn = new WeakMap<readonly Remark[], Set<string>>()

function isNewKind(remarks: readonly Remark[], told: Remark): boolean {
  const name = ({ kind, says }: Remark) => `${kind} ${kindOfFault(says)}`
  const kinds = kindsIn.get(remarks) ?? new Set(remarks.map(name))
  kindsIn.set(remarks, kinds)
  const isNew = !kinds.has(name(told))
  kinds.add(name(told))
  return isNew
}

/** The kind of a fault: what a sentence says, whatever it quotes and counts. */
export function kindOfFault(says: string): string {
  return says.replaceAll(/“[^”]*”/g, '“”').replaceAll(/\d+/g, '0')
}

/** Adds a sentence, once. */
export function note(report: ImportReport, says: string): void {
  if (!report.notes.includes(says) && report.notes.length < remarkLimit) report.notes.push(says)
}

/** Adds a sentence on records that are not shown, once. */
export function shortfall(report: ImportReport, says: string): void {
  if (!report.shortfalls.includes(says)) report.shortfalls.push(says)
}

/** Counts the fields in which an updated record changed. */
export function countChanges(report: ImportReport, kind: ImportKind, fields: readonly string[]): void {
  for (const field of fields) {
    const name = `${kind}.${field}`
    report.changes[name] = (report.changes[name] ?? 0) + 1
  }
}

/** How many records have been handled. */
export function doneIn({ counts }: ImportReport): number {
  return Object.values(counts)
    .flatMap((each) => Object.values(each))
    .reduce((sum, number) => sum + number, 0)
}
