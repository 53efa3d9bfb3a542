import { sql } from 'kysely'
import { type ChangeKind, changeKinds } from '../db/changeLog.ts'
import { readLists } from '../db/statements.ts'
import type { Source } from './reading.ts'

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

/** Reading a quarter of this many events takes as long as loading all of a usual calendar; of more, everything is read anew. */
const maxChanges = 20_000

/** Where the log ends. */
export async function endOfLog(source: Source): Promise<Position> {
  const [[number = 0] = [], [token = 0] = []] = await readLists<number>(
    source,
    [sql.ref('number'), sql.ref('token')],
    sql`(select number, token from changes order by number desc limit 1) as latest`,
  )
  return { number, token }
}

/** What has changed since; undefined where the log does not go back to there, or is that of another history, or it is too much. */
export async function changesSince(source: Source, since: Position): Promise<Changes | undefined> {
  const [numbers = [], tokens = [], kinds = [], ids = []] = await readLists<number | string>(
    source,
    ['number', 'token', 'kind', 'id'].map((name) => sql.ref(name)),
    sql`(select number, token, kind, id from changes where number >= ${since.number} order by number
      limit ${sql.lit(maxChanges)}) as log`,
  )
  if (numbers[0] !== since.number || tokens[0] !== since.token || numbers.length === maxChanges)
    return undefined
  const changed = Map.groupBy(
    kinds.slice(1).map((kind, at) => [kind, Number(ids[at + 1])] as const),
    ([kind]) => kind,
  )
  const idsOf = (kind: ChangeKind) =>
    [...new Set(changed.get(kind)?.map(([, id]) => id))].toSorted((a, b) => a - b)
  return {
    until: { number: Number(numbers.at(-1)), token: Number(tokens.at(-1)) },
    ids: Object.fromEntries(changeKinds.map((kind) => [kind, idsOf(kind)])) as Record<ChangeKind, number[]>,
  }
}
