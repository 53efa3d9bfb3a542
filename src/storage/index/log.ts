import { type Selectable, sql } from 'kysely'
import { type ChangeKind, changeKinds, type ChangeLogTable, keptChanges } from '../schema/changeLog.ts'
import { listsOf, listsQuery, withTextOnce } from '../db/statements.ts'
import type { Source } from './source.ts'

/**
 * A place in the log of changes: its last row that is known, with the number that was drawn for that row. Both together are never
 * those of another history, such as of a backup that was restored, or of a server that has lost its last writes.
 */
export interface Position {
  readonly number: number
  readonly token: number
}

/** What has changed since a place in the log: ids by kind, and where the log ends now. */
export interface Changes {
  readonly until: Position
  readonly ids: Readonly<Record<ChangeKind, readonly number[]>>
}

/** Where the log ends. */
export async function endOfLog({ read }: Source): Promise<Position> {
  const latest = read.selectFrom('changes').select(['number', 'token']).orderBy('number', 'desc')
  return (await latest.limit(1).executeTakeFirst()) ?? { number: 0, token: 0 }
}

/** What has changed since; undefined where the log does not go back to there, or is that of another history, or it is too much. */
export async function changesSince(source: Source, since: Position): Promise<Changes | undefined> {
  const query = withTextOnce(source, changesSince, () => {
    const values = { number: 'number', token: 'token', kind: 'kind', id: 'id' }
    const from = sql`changes where number >= ${since.number} order by number limit ${sql.lit(keptChanges)}`
    return listsQuery<Selectable<ChangeLogTable>>(source.dialect, values, from)
  })
  const { rows } = await source.read.executeQuery({ ...query, parameters: [since.number] })
  const { number, token, kind, id } = listsOf<Selectable<ChangeLogTable>>(
    rows as Record<keyof ChangeLogTable, string>[],
  )
  if (number[0] !== since.number || token[0] !== since.token || number.length === keptChanges)
    return undefined
  const idsOf = (wanted: ChangeKind) =>
    [...new Set(id.filter((_, at) => at > 0 && kind[at] === wanted))].toSorted((a, b) => a - b)
  return {
    until: { number: number.at(-1) ?? 0, token: token.at(-1) ?? 0 },
    ids: Object.fromEntries(changeKinds.map((wanted) => [wanted, idsOf(wanted)])) as Record<
      ChangeKind,
      number[]
    >,
  }
}
