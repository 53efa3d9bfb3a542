import { ApiError } from '../../pure/errors/errors.ts'
import { slugify, withSuffix } from '../../pure/text/slug.ts'
import type { Writer } from '../../storage/db/dialect.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import type { LetterState } from '../../pure/params/letters.ts'
import type { CreateLetter, UpdateLetter, UpdateList } from './letters.editing.params.ts'
import { existingList } from './letters.editing.query.ts'
import { endSubscription } from './letters.leave.write.ts'
import type { LetterListRow, LetterRow } from './letters.types.ts'

/** How many lists of letters there are at most, and how many letters. */
const [mostLists, mostLetters] = [20, 10_000]

type Stored<Row> = Partial<Omit<Row, 'id'>>

/** Stores a new list; answers its id. Throws 409 where there are too many. */
export async function createList(
  tx: Writer,
  { name, slug, ...sent }: UpdateList & { readonly name: string },
  now: EpochSeconds,
): Promise<number> {
  const taken = await tx.selectFrom('letter_lists').select(['id', 'slug']).execute()
  if (taken.length >= mostLists) throw new ApiError('rest_letter_list_limit', { most: mostLists })
  const { id } = await tx
    .insertInto('letter_lists')
    .values({
      name,
      slug: freeSlug(slug ?? name, taken),
      description: sent.description ?? '',
      public: sent.public === false ? 0 : 1,
      created_at: now,
      modified_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Changes what was sent of a list. */
export async function changeList(
  tx: Writer,
  { id }: Pick<LetterListRow, 'id'>,
  sent: UpdateList,
  now: EpochSeconds,
): Promise<void> {
  const others = await tx.selectFrom('letter_lists').select('slug').where('id', '<>', id).execute()
  const changes: Stored<LetterListRow> = {
    ...(sent.name === undefined ? {} : { name: sent.name }),
    ...(sent.slug === undefined ? {} : { slug: freeSlug(sent.slug, others) }),
    ...(sent.description === undefined ? {} : { description: sent.description ?? '' }),
    ...(sent.public === undefined ? {} : { public: sent.public ? 1 : 0 }),
  }
  if (Object.keys(changes).length === 0) return
  await tx
    .updateTable('letter_lists')
    .set({ ...changes, modified_at: now })
    .where('id', '=', id)
    .execute()
}

/** A slug that no other list has. A number would be an id. */
function freeSlug(wanted: string, others: readonly { readonly slug: string }[]): string {
  const made = slugify(wanted)
  const base = made === '' || /^\d+$/.test(made) ? `list${made === '' ? '' : `-${made}`}` : made
  const taken = new Set(others.map(({ slug }) => slug))
  let free = base
  for (let n = 2; taken.has(free); n += 1) free = withSuffix(base, n)
  return free
}

/** Removes a list with its letters, and ends its subscriptions. Throws 409 while people get it, unless `isForced`, or a letter is going out. */
export async function removeList(
  tx: Writer,
  { id }: Pick<LetterListRow, 'id'>,
  isForced: boolean,
): Promise<{ readonly erased: boolean }> {
  const going = await tx
    .selectFrom('letters')
    .select('state')
    .where('list_id', '=', id)
    .where('state', 'in', ['sending', 'scheduled'])
    .limit(1)
    .executeTakeFirst()
  if (going) throw new ApiError('rest_letter_state', { state: going.state })
  const subscriptions = await tx
    .selectFrom('subscriptions')
    .selectAll()
    .where('kind', '=', 'list')
    .where('target_id', '=', id)
    .execute()
  if (subscriptions.length > 0 && !isForced)
    throw new ApiError('rest_letter_list_used', { count: subscriptions.length })
  let erased = false
  for (const row of subscriptions) erased = (await endSubscription(tx, row)) || erased
  await tx.deleteFrom('letter_lists').where('id', '=', id).execute()
  return { erased }
}

/** Stores a new draft; answers its id. Throws 404 for a list that is not there, and 409 where there are too many. */
export async function createLetter(
  tx: Writer,
  { list, ...sent }: CreateLetter,
  { author, now }: { readonly author: number; readonly now: EpochSeconds },
): Promise<number> {
  await existingList(tx, list)
  const { count } = await tx
    .selectFrom('letters')
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count >= mostLetters) throw new ApiError('rest_letter_limit', { most: mostLetters })
  const { id } = await tx
    .insertInto('letters')
    .values({
      subject: '',
      intro: '',
      events: '[]',
      language: '',
      expires_hours: 24,
      ...storedOf(sent),
      list_id: list,
      state: 'draft',
      author_id: author,
      created_at: now,
      modified_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Changes what was sent of a letter. Throws 409 once it goes out. */
export async function changeLetter(
  tx: Writer,
  row: LetterRow,
  { list, ...sent }: UpdateLetter,
  now: EpochSeconds,
): Promise<void> {
  assertState(row, ['draft', 'scheduled'])
  if (list !== undefined) await existingList(tx, list)
  const changes = { ...storedOf(sent), ...(list === undefined ? {} : { list_id: list }) }
  const isOther = Object.entries(changes).some(([name, value]) => row[name as keyof LetterRow] !== value)
  if (!isOther) return
  await tx
    .updateTable('letters')
    .set({ ...changes, modified_at: now })
    .where('id', '=', row.id)
    .execute()
}

function storedOf(sent: Omit<UpdateLetter, 'list'>): Stored<LetterRow> {
  const { subject, intro, events, language, expires_hours } = sent
  return {
    ...(subject === undefined ? {} : { subject }),
    ...(intro === undefined ? {} : { intro }),
    ...(events === undefined ? {} : { events: JSON.stringify(events) }),
    ...(language === undefined ? {} : { language }),
    ...(expires_hours === undefined ? {} : { expires_hours }),
  }
}

/** Removes a letter. Throws 409 while it goes out. */
export async function removeLetter(tx: Writer, row: LetterRow): Promise<void> {
  assertState(row, ['draft', 'scheduled', 'sent', 'stopped'])
  await tx.deleteFrom('letters').where('id', '=', row.id).execute()
}

/** Has a letter go out at a moment. Throws 409 unless it is a draft that somebody gets. */
export async function scheduleLetter(
  tx: Writer,
  row: LetterRow,
  { at, now }: { readonly at: EpochSeconds; readonly now: EpochSeconds },
): Promise<void> {
  assertState(row, ['draft'])
  const reader = await tx
    .selectFrom('subscriptions')
    .select('id')
    .where('kind', '=', 'list')
    .where('target_id', '=', row.list_id)
    .limit(1)
    .executeTakeFirst()
  if (!reader) throw new ApiError('rest_letter_empty')
  await tx
    .updateTable('letters')
    .set({ state: 'scheduled', send_at: at, modified_at: now })
    .where('id', '=', row.id)
    .execute()
}

/** Takes back a letter that waits, or stops one that goes out: what waits is removed, what went is gone. Throws 409 otherwise. */
export async function stopLetter(tx: Writer, row: LetterRow, now: EpochSeconds): Promise<void> {
  assertState(row, ['scheduled', 'sending'])
  const isWaiting = row.state === 'scheduled'
  if (!isWaiting) {
    const issues = tx
      .selectFrom('letter_issues')
      .select('id')
      .where('kind', '=', 'letter')
      .where('target_id', '=', row.id)
    await tx.deleteFrom('letter_sends').where('issue_id', 'in', issues).execute()
    await tx.deleteFrom('letter_bodies').where('issue_id', 'in', issues).execute()
  }
  await tx
    .updateTable('letters')
    .set(
      isWaiting
        ? { state: 'draft', send_at: null, modified_at: now }
        : { state: 'stopped', modified_at: now },
    )
    .where('id', '=', row.id)
    .execute()
}

function assertState({ state }: Pick<LetterRow, 'state'>, states: readonly LetterState[]): void {
  if (!states.includes(state)) throw new ApiError('rest_letter_state', { state })
}
