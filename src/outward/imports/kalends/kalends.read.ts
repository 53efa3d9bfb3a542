import { Compile } from 'typebox/schema'
import {
  formatVersion,
  header as headerSchema,
  headerKind,
  type RecordKind,
  recordKinds,
  recordSchemas,
  trailer as trailerSchema,
} from '../../exports/exports.records.ts'
import type { ExportRecord } from '../../exports/exports.lines.ts'
import { ImportFault } from '../imports.record.ts'
import { isObject } from '../../../pure/params/lists.ts'

/** A line of an export: a record, or why there is none. Lines count from 1. */
export type ReadLine =
  | { readonly line: number; readonly kind: RecordKind; readonly record: ExportRecord }
  | { readonly line: number; readonly fault: string }

/** An export whose first line has been read. */
export interface OpenedExport {
  /** The identity of the calendar that was exported. */
  readonly calendar: string
  /** The records; throws an {@link ImportFault} at the end of an export that is incomplete. */
  readonly lines: AsyncGenerator<ReadLine, void, undefined>
}

/** Reads the first line of an export; throws an {@link ImportFault} when it is no export, or of a later format. */
export async function openExport(lines: AsyncIterable<string>): Promise<OpenedExport> {
  const rest = lines[Symbol.asyncIterator]()
  const first = await rest.next()
  const header = first.done ? undefined : parse(first.value)
  if (!isObject(header) || header['kind'] !== headerKind)
    throw new ImportFault('line 1: an export of Kalends begins with a record of the kind “kalends-export”.')
  if (!headers.Check(header)) throw new ImportFault(`line 1: ${faultOf(headers, header)}.`)
  const { version, calendar } = header as { version: number; calendar: string }
  if (version > formatVersion)
    throw new ImportFault(
      `line 1: the export is of version ${version} of the format; this program reads up to version ${formatVersion}. Update it.`,
    )
  return { calendar, lines: readLines(rest) }
}

/** How many records an import reports, without users, series and redirects, if the line is the last one of an export. */
export function recordsTold(line: string): number | undefined {
  const found = readLine(line)
  if (!('record' in found) || found.kind !== 'end') return undefined
  const {
    user: _user,
    field: _field,
    redirect: _redirect,
    series: _series,
    ...counts
  } = countsOf(found.record)
  return sumOf(counts)
}

async function* readLines(lines: AsyncIterator<string>): AsyncGenerator<ReadLine, void, undefined> {
  let records = 0
  for (let line = 2; ; line += 1) {
    const next = await lines.next()
    if (next.done)
      throw new ImportFault(`line ${line}: the export ends without its last line: it was cut off.`)
    if (next.value === '') continue
    const found = readLine(next.value)
    if ('record' in found && found.kind === 'end') return assertWhole(found.record, records, line)
    records += 1
    if ('fault' in found) yield { line, ...found }
    // Checked against the schema of its kind.
    else if (found.kind !== 'end') yield { line, kind: found.kind, record: found.record as ExportRecord }
  }
}

type ParsedLine =
  | { readonly fault: string }
  | { readonly kind: RecordKind | 'end'; readonly record: Readonly<Record<string, unknown>> }

function readLine(text: string): ParsedLine {
  const value = parse(text)
  if (value === undefined) return { fault: 'is not JSON' }
  if (!isObject(value)) return { fault: 'is not a JSON object' }
  const { kind, ...record } = value
  const known = [...recordKinds, 'end' as const].find((name) => name === kind)
  if (known === undefined) return { fault: `its “kind” must be one of ${recordKinds.join(', ')}, end` }
  const schema = schemas[known]
  return schema.Check(value) ? { kind: known, record } : { fault: faultOf(schema, value) }
}

/** Lines that could not be read are included: they have been reported. */
function assertWhole(record: Readonly<Record<string, unknown>>, records: number, line: number): void {
  const told = sumOf(countsOf(record))
  if (records !== told)
    throw new ImportFault(
      `line ${line}: the export should hold ${told} records, not ${records}: some went astray.`,
    )
}

function countsOf(record: Readonly<Record<string, unknown>>): Readonly<Record<string, number>> {
  // Checked against the schema of the last line.
  return record['counts'] as Readonly<Record<string, number>>
}

function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, one) => sum + one, 0)
}

const headers = Compile(headerSchema)

const schemas = {
  user: Compile(recordSchemas.user),
  field: Compile(recordSchemas.field),
  category: Compile(recordSchemas.category),
  tag: Compile(recordSchemas.tag),
  image: Compile(recordSchemas.image),
  venue: Compile(recordSchemas.venue),
  organizer: Compile(recordSchemas.organizer),
  series: Compile(recordSchemas.series),
  event: Compile(recordSchemas.event),
  redirect: Compile(recordSchemas.redirect),
  end: Compile(trailerSchema),
}

type Compiled = (typeof schemas)[keyof typeof schemas] | typeof headers

/** The fault of the deepest wrong member: those above it are only wrong because of it. */
function faultOf(schema: Compiled, value: unknown): string {
  const [, all] = schema.Errors(value)
  const errors = all.filter(({ keyword }) => keyword !== 'boolean')
  const [first] = errors.toSorted((one, other) => depthOf(other) - depthOf(one))
  if (!first) return 'is not as it must be'
  const { keyword, params, message, instancePath } = first
  const where = instancePath === '' ? '' : `“${instancePath.slice(1).replaceAll('/', '.')}” `
  const named = keyword === 'additionalProperties' ? `: ${namesIn(params)}` : ''
  return `${where}${message}${named}`
}

function depthOf({ instancePath }: { readonly instancePath: string }): number {
  return instancePath.split('/').length
}

function namesIn(params: object): string {
  return Object.values(params).flat().map(String).join(', ')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
