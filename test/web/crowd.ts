import { wallText } from '../../src/pure/calendar/text.ts'
import type { TestApp } from '../support/app.ts'

/** A month of many events, each of an hour, on all of its days: half of them in the morning, half in the evening. */
export const days = Array.from({ length: 30 }, (_, at) => `2031-06-${String(at + 1).padStart(2, '0')}`)
export const [morning, evening] = [9, 20]

/** Fills each of the days with as many events as it is to have: written directly, as that takes seconds less. */
export async function crowd(app: TestApp, perDay: (day: string) => number): Promise<void> {
  const { id } = await app.create('events', {
    title: 'Talk',
    start_date: `${days[0]} 09:00`,
    end_date: `${days[0]} 10:00`,
  })
  for (const day of days)
    await copyTo(app, day, { id: Number(id), copies: perDay(day) - (day === days[0] ? 1 : 0) })
}

async function copyTo(
  { db }: TestApp,
  day: string,
  { id, copies }: { id: number; copies: number },
): Promise<void> {
  await db.write(async (tx) => {
    const event = await tx.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const items = await tx
      .insertInto('items')
      .values(Array.from({ length: copies }, () => ({ kind: 'event' as const })))
      .returning('id')
      .execute()
    const rows = items.map(({ id: copy }, at) => {
      const start = Temporal.PlainDateTime.from(`${day}T00:00`).with({
        hour: at % 2 === 0 ? evening : morning,
      })
      const starts_at = start.toZonedDateTime(event.timezone).epochMilliseconds / 1000
      const own = { id: copy, slug: `talk-${copy}`, uid: `talk-${copy}` }
      const walls = { start_wall: wallText(start), end_wall: wallText(start.add({ hours: 1 })) }
      return Object.assign({}, event, own, walls, { starts_at, ends_at: starts_at + 3600 })
    })
    await tx.insertInto('events').values(rows).execute()
  })
}
