import type { Reader } from '../../storage/db/dialect.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { findList } from './letters.query.ts'
import type { IssueRow, LetterListRow, LetterRow } from './letters.types.ts'

/** The list of letters with the id. Throws 404. */
export async function existingList(db: Reader, id: number): Promise<LetterListRow> {
  const row = await findList(db, id)
  if (!row) throw new ApiError('rest_letter_list_not_found', { id })
  return row
}

/** All lists of letters, by name. */
export async function allLists(db: Reader): Promise<LetterListRow[]> {
  return db.selectFrom('letter_lists').selectAll().orderBy('name').orderBy('id').execute()
}

/** How many have subscribed to each list, by its id. */
export async function subscribersOfLists(db: Reader): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('subscriptions')
    .select((row) => ['target_id', row.fn.countAll<number>().as('count')])
    .where('kind', '=', 'list')
    .groupBy('target_id')
    .execute()
  return new Map(rows.map(({ target_id, count }) => [target_id, count]))
}

/** The letter with the id. Throws 404. */
export async function existingLetter(db: Reader, id: number): Promise<LetterRow> {
  const row = await db.selectFrom('letters').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new ApiError('rest_letter_not_found', { id })
  return row
}

/** How many letters there are. */
export async function countLetters(db: Reader): Promise<number> {
  const { count } = await db
    .selectFrom('letters')
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** A part of all letters, the newest first. */
export async function listLetters(
  db: Reader,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<LetterRow[]> {
  return db.selectFrom('letters').selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute()
}

/** What letters were sent as, and how many of it still wait. */
export interface LetterIssue extends Pick<IssueRow, 'recipients' | 'sent' | 'refused' | 'late'> {
  readonly waiting: number
}

/** How it goes with letters that are being sent or were, by their ids. */
export async function issuesOfLetters(
  db: Reader,
  ids: readonly number[],
): Promise<ReadonlyMap<number, LetterIssue>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('letter_issues')
    .select((row) => [
      'target_id',
      'recipients',
      'sent',
      'refused',
      'late',
      row
        .selectFrom('letter_sends')
        .select((send) => send.fn.countAll<number>().as('count'))
        .whereRef('letter_sends.issue_id', '=', 'letter_issues.id')
        .as('waiting'),
    ])
    .where('kind', '=', 'letter')
    .where('target_id', 'in', [...ids])
    .execute()
  return new Map(
    rows.map(({ target_id, waiting, ...counts }) => [target_id, { ...counts, waiting: waiting ?? 0 }]),
  )
}
