import { compareVersions } from '../../pure/text/versions.ts'

/** A copy of the calendar that was made before an upgrade, as its name tells it. */
export interface CopyBefore {
  readonly name: string
  /** The version that the calendar was brought up to date for next. */
  readonly version: string
  /** When it was made. */
  readonly created: Temporal.Instant
  /** Of the calendar: of the same one there is no second copy. */
  readonly revision: number
}

/** `before-1.4.0-20310311-180000-r57.db`. */
const nameForm = /^before-(\d+\.\d+\.\d+(?:-[\w.]+)?)-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)-r(\d{1,15})\.db$/

/** The name of a copy before the upgrade to a version. */
export function copyNameOf(copy: { version: string; at: Date; revision: number }): string {
  const at = copy.at
    .toISOString()
    .replaceAll(/[-:]|\..*$/g, '')
    .replace('T', '-')
  return `before-${copy.version}-${at}-r${copy.revision}.db`
}

/** What the name of a file tells; undefined where it is that of no such copy. */
export function copyNamed(name: string): CopyBefore | undefined {
  const [, version, year, month, day, hour, minute, second, revision] = nameForm.exec(name) ?? []
  if (version === undefined) return undefined
  try {
    const created = Temporal.Instant.from(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
    return { name, version, created, revision: Number(revision) }
  } catch {
    return undefined
  }
}

/** The order of copies, the newest first. */
export function newestCopyFirst(one: CopyBefore, other: CopyBefore): number {
  return (
    Temporal.Instant.compare(other.created, one.created) ||
    compareVersions(other.version, one.version) ||
    other.revision - one.revision
  )
}
