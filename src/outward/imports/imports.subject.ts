import { plainTextOfHtml } from '../../pure/text/plain.ts'
import { nameOf } from './imports.keys.ts'
import type { ImportRecord, Unreadable } from './imports.record.ts'
import { count, type ImportReport, remark } from './imports.report.ts'

/** Each record once; reports those that could not be read. */
export function firstOfEach(
  records: readonly (ImportRecord | Unreadable)[],
  report: ImportReport,
): ImportRecord[] {
  const first = new Map<string, ImportRecord>()
  for (const record of records) {
    if ('fault' in record) {
      count(report, record.kind, 'skipped')
      remark(report, 'skipped', { ...subjectOf(record), says: record.fault })
    } else if (!first.has(nameOf(record))) {
      first.set(nameOf(record), record)
    }
  }
  return [...first.values()]
}

/** What a remark in a report is about: the record, as it is named there. */
export function subjectOf(record: (ImportRecord | Unreadable) & { readonly at?: string }) {
  const { kind, key, at } = record
  const name =
    'fields' in record ? (record.fields['title'] ?? record.fields['name'] ?? record.fields[kind]) : undefined
  const title = typeof name === 'string' ? plainTextOfHtml(name) : ''
  return { kind, key, ...(at === undefined ? {} : { at }), ...(title === '' ? {} : { title }) }
}
