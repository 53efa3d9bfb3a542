import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'
import { type CreateTrigger, inserted, type Trigger } from './trigger.ts'

/** Each term with itself and with all terms above it. Triggers keep it up to date: the program never writes here. */
export interface TermAncestorsTable {
  readonly term_id: number
  readonly ancestor_id: number
}

// `union` leaves out rows it has already found, so that the recursion ends even on a loop.
const belowOf = (terms: string) => `
  below (id) as (
    select ${terms} union select terms.id from terms join below on terms.parent = below.id)`
const aboveOf = (table: string) => `
  above (term_id, id) as (
    select id, id from ${table}
    union select above.term_id, terms.parent from above join terms on terms.id = above.id where terms.parent <> 0)`

/** The rows for the terms and all below them: each with all terms that are above it now. */
const linesOf = (terms: string) =>
  `with recursive ${belowOf(terms)}, ${aboveOf('below')} select term_id, id from above where true`

const learn = (terms: string) =>
  `insert into term_ancestors (term_id, ancestor_id) ${linesOf(terms)} on conflict do nothing`
const forget = (term: string) => `
  delete from term_ancestors
  where term_id in (with recursive ${belowOf(term)} select id from below)
    and (term_id, ancestor_id) not in (${linesOf(term)})`

const termsInserted: Trigger = {
  name: 'term_ancestors_insert',
  after: 'insert on terms',
  statements: [learn('new.id')],
  together: [learn(`new.id from ${inserted}`)],
}

/** Makes the table `term_ancestors` and its triggers. */
export async function createTermAncestors(db: Kysely<Tables>, createTrigger: CreateTrigger): Promise<void> {
  await db.schema
    .createTable('term_ancestors')
    .addColumn('term_id', 'bigint', (column) => column.notNull())
    .addColumn('ancestor_id', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('term_ancestors_key', ['term_id', 'ancestor_id'])
    .execute()
  await db.schema
    .createIndex('term_ancestors_by_ancestor')
    .on('term_ancestors')
    .columns(['ancestor_id', 'term_id'])
    .execute()
  await createTrigger(db, termsInserted)
  await createTrigger(db, {
    name: 'term_ancestors_update',
    after: 'update of parent on terms',
    when: 'new.parent <> old.parent',
    statements: [forget('new.id'), learn('new.id')],
  })
  await createTrigger(db, {
    name: 'term_ancestors_delete',
    after: 'delete on terms',
    statements: [
      'delete from term_ancestors where term_id = old.id or ancestor_id = old.id',
      forget('old.id'),
    ],
  })
}
