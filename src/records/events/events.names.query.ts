import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Caller } from '../../http/auth/rights.ts'
import { onceFor } from '../../pure/calendar/cache.ts'
import type { Database } from '../../storage/db/dialect.ts'
import { Current } from '../../storage/db/revisionCache.ts'
import type { LinkName } from '../../storage/index/columns.ts'
import { visibleIn } from '../posts/posts.query.ts'
import { evenMarks } from '../../pure/text/evenMarks.ts'
import { fold } from '../../pure/text/fold.ts'
import { wordsIn } from '../../storage/words/vocabulary.ts'

/** Records that events are linked to, by ids. */
export type Linked = Readonly<Record<LinkName, readonly number[]>>

export const nothingLinked: Linked = { venues: [], organizers: [], terms: [] }

/** A record that events are linked to, and the folded names by which it is found. */
interface Named {
  readonly id: number
  readonly names: readonly string[]
}

/**
 * For each folded word what has it in its name, as far as the caller sees it: venues (in their city and postcode, too), organizers, and
 * terms. There are thousands of them at most, so that their texts are looked through, as their own lists do (`posts.words.ts`).
 */
export async function linkedByNames(
  db: Database,
  caller: Caller,
  words: readonly string[],
): Promise<readonly Linked[]> {
  if (words.length === 0) return []
  const hasAny = (column: string): RawBuilder<SqlBool> =>
    sql`(${sql.join(
      words.map((word) => db.dialect.holds(sql.ref(column), word)),
      sql` or `,
    )})`
  const [venues, organizers, terms] = await Promise.all([
    db.read
      .selectFrom('venues')
      .select(['id', 'title_folded', 'city', 'zip'])
      .where(hasAny('venues.folded'))
      .where(visibleIn('venues', caller, undefined))
      .execute(),
    db.read
      .selectFrom('organizers')
      .select(['id', 'title_folded'])
      .where(hasAny('organizers.title_folded'))
      .where(visibleIn('organizers', caller, undefined))
      .execute(),
    db.read.selectFrom('terms').select(['id', 'name_folded']).where(hasAny('terms.name_folded')).execute(),
  ])
  const named: Readonly<Record<LinkName, readonly Named[]>> = {
    venues: venues.map(({ id, title_folded, city, zip }) => ({
      id,
      names: [title_folded, fold(city), fold(zip)],
    })),
    organizers: organizers.map(({ id, title_folded }) => ({ id, names: [title_folded] })),
    terms: terms.map(({ id, name_folded }) => ({ id, names: [name_folded] })),
  }
  return words.map((word) => ({
    venues: having(named.venues, word),
    organizers: having(named.organizers, word),
    terms: having(named.terms, word),
  }))
}

/** The words of the names of public venues, organizers and of terms, each once: what may have been meant. Read once until anything changes. */
export const namedWords = onceFor((db: Database) => {
  const current = new Current(db, async (): Promise<readonly string[]> => {
    const [venues, organizers, terms] = await Promise.all([
      db.read.selectFrom('venues').select('title_folded as name').where('status', '=', 'publish').execute(),
      db.read
        .selectFrom('organizers')
        .select('title_folded as name')
        .where('status', '=', 'publish')
        .execute(),
      db.read.selectFrom('terms').select('name_folded as name').execute(),
    ])
    return [...new Set([...venues, ...organizers, ...terms].flatMap(({ name }) => wordsIn(name)))]
  })
  return () => current.get()
})

function having(all: readonly Named[], word: string): readonly number[] {
  return all.filter(({ names }) => names.some((name) => evenMarks(name).includes(word))).map(({ id }) => id)
}
