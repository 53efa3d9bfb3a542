import { sql } from 'kysely'
import type { Source } from './reading.ts'
import { type EventWords, titleMark, wordsIn } from './wordFile.ts'

/** What words are looked for in: all texts of an event, or its title alone. */
export type TextColumn = 'folded' | 'title_folded'

/** The texts of an event, folded. */
export interface Texts extends Readonly<Record<TextColumn, string>> {
  readonly id: number
}

/** How many texts are read at once: some milliseconds. */
export const textsPerBatch = 500

/** Each word of the texts once, and those of the title once more with a mark. */
export function wordsOf({ id, folded, title_folded }: Texts): EventWords {
  const titled = wordsIn(title_folded).map((word) => titleMark + word)
  return { id, words: [...new Set([...wordsIn(folded), ...titled])] }
}

/** The texts of these events, as far as they exist. */
export async function readTexts(source: Source, ids: readonly number[]): Promise<Texts[]> {
  const all: Texts[] = []
  for (let from = 0; from < ids.length; from += textsPerBatch) {
    const some = source.dialect.tableOfIds(ids.slice(from, from + textsPerBatch))
    all.push(...(await textsWhere(source, sql`id in (select id from ${some} as listed) order by id`)))
  }
  return all
}

/** The texts of the next events by id. */
export function readTextsAfter(source: Source, last: number): Promise<Texts[]> {
  return textsWhere(source, sql`id > ${last} order by id limit ${sql.lit(textsPerBatch)}`)
}

async function textsWhere({ read }: Source, condition: ReturnType<typeof sql>): Promise<Texts[]> {
  const { rows } = await sql<Texts>`select id, folded, title_folded from events where ${condition}`.execute(
    read,
  )
  return rows
}
