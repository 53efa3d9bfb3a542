import { sql } from 'kysely'
import { anonymous } from '../src/http/auth/rights.ts'
import type { Declared } from '../src/fields/own/declaration.ts'
import type { Database } from '../src/storage/db/dialect.ts'
import { openDatabase } from '../src/storage/db/open.ts'
import { blank } from '../src/records/own/own.declare.write.ts'
import { ownSets } from '../src/records/own/own.sets.ts'
import { countFacets } from '../src/records/facets/facets.query.ts'
import { listEvents } from '../src/records/events/events.list.ts'
import type { DataSet } from './dataSets.ts'
import { change, chosenBy, contextOn, type Measured } from './lists.ts'
import { clockFor, timesOf } from './statistics.ts'

/** Four fields by which lists are narrowed: whom events are for, their ages, and whether they are relaxed. */
const declared: Declared = {
  language: 'en',
  all: [...ownSets.audience, ...ownSets.ages, ...ownSets.access.filter(({ name }) => name === 'relaxed')].map(
    (field, at) => Object.assign({ ...blank }, field, { id: at + 1, modified_at: 0 }),
  ),
}

/** What events say, by their ids: two thirds of them something. */
const said = [
  '{"audience":["children","families"],"age_from":6}',
  '{"audience":["adults"],"age_from":18,"relaxed":true}',
  '{"age_from":3,"age_to":12,"audience":["children"]}',
  '{"audience":["everyone"]}',
  '',
  '',
]

/** How long lists by fields of one’s own take, and their facets, in a calendar of which two thirds of the events say something. */
export async function measureOwn(set: DataSet, only?: string): Promise<Measured[]> {
  const reader = { caller: anonymous, now: set.now, digest: undefined }
  const fields = { audience: 'children' }
  const questions = [
    { name: 'fields: a filter', ask: (context: Context) => listEvents(context, { fields }, reader) },
    {
      name: 'fields: facets of four',
      ask: (context: Context) => countFacets(context, { facets: ['fields'] }, reader),
    },
    {
      name: 'fields: a filter, and facets of four',
      ask: (context: Context) => countFacets(context, { fields, facets: ['fields'] }, reader),
    },
  ].filter(chosenBy(only))
  if (questions.length === 0) return []
  await using copied = await set.copy()
  const { database, folder, helpers, warm } = copied
  const db = await openDatabase(database.url, { connections: 10, timeout_ms: 300_000 })
  try {
    await say(db)
    const context = contextOn(db, folder, declared)
    const measured: Measured[] = []
    for (const { name, ask } of questions) {
      await warm()
      await ask(context)
      const times = await timesOf(
        clockFor({ helpers }),
        () => ask(context),
        () => change(db),
      )
      measured.push({ name, isSelective: false, times })
    }
    return measured
  } finally {
    await db.close()
  }
}

type Context = ReturnType<typeof contextOn>

/** Has events say this by turns. It is no change that anybody is told of. */
async function say(db: Database): Promise<void> {
  const each = said.map((text, at) => sql`when ${sql.lit(at)} then ${text}`)
  await db.write((tx) =>
    db.dialect.withoutTriggers(tx, async () => {
      await sql`update events set own = case id % ${sql.lit(said.length)} ${sql.join(each, sql` `)} else '' end`.execute(
        tx,
      )
    }),
  )
}
