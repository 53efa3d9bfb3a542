import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const times = { start_date: 'tomorrow', end_date: 'tomorrow', status: 'publish' }

async function ids(kind: 'events' | 'venues' | 'organizers' | 'tags', search: string): Promise<number[]> {
  const body = await app.read(kind, { search, ...(kind === 'tags' ? { hide_empty: '0' } : {}) })
  return (body[kind] as { id: number }[]).map(({ id }) => id)
}

/** What 0.1.0 wrote into the columns that are searched: signs of typography as they are. */
async function foldAsBefore(): Promise<void> {
  const old = (text: string) => text.toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '')
  await app.db.write(async (tx) => {
    for (const table of ['events', 'venues', 'organizers'] as const)
      for (const { id, title, description } of await tx
        .selectFrom(table)
        .select(['id', 'title', 'description'])
        .execute())
        await tx
          .updateTable(table)
          .set({ title_folded: old(title), folded: old(`${title}\n${description}`) })
          .where('id', '=', id)
          .execute()
    for (const { id, name, slug } of await tx.selectFrom('terms').select(['id', 'name', 'slug']).execute())
      await tx
        .updateTable('terms')
        .set({ name_folded: old(name), folded: `${old(name)}\n${slug}` })
        .where('id', '=', id)
        .execute()
  })
}

const written: readonly (readonly [event: string, search: readonly string[]])[] = [
  ['Qxfête de l’été', ["qxfête l'été", 'qxfête l’été', 'qxfete lʼete', 'qxfete l´ete', 'qxfete l`été']],
  ["Qxboys' night o'clock", ['qxboys’', 'qxboys′ o’clock', "qxboys' o'clock"]],
  [
    'Qxrock – qxpop 1990–1999',
    ['1990-1999 qxrock', '1990–1999', '1990−1999', 'Qxrock – qxpop', '"qxrock - qxpop"'],
  ],
  ['Qxwell-known', ['qxwell‑known', 'qxwell–known', 'qxwell—known', 'qxwell-known']],
  ['Der „qxrote“ qxfaden', ['“qxrote”', '«qxrote»', '"qxrote" qxfaden', '−qxnothing qxrote']],
]

test('typographic and straight apostrophes, quotes and dashes find each other, in what 0.1.0 has stored as well', async () => {
  const events: number[] = []
  for (const [title] of written) events.push((await app.create('events', { title, ...times })).id)
  const venue = await app.create('venues', { venue: 'Qxo’Neill’s – the pub', status: 'publish' })
  const organizer = await app.create('organizers', { organizer: "Qxd'Arc-en-ciel", status: 'publish' })
  const tag = await app.create('tags', { name: 'Qxrock ’n’ Roll' })
  const ask = async () => {
    for (const [at, [, searches]] of written.entries())
      for (const search of searches)
        expect([search, await ids('events', search)]).toEqual([search, [events[at]]])
    for (const search of ["qxo'neill's", 'qxo’neill’s', 'qxoʼneillʼs - the'])
      expect([search, await ids('venues', search)]).toEqual([search, [venue.id]])
    for (const search of ['qxd’arc–en–ciel', "qxd'arc-en-ciel"])
      expect([search, await ids('organizers', search)]).toEqual([search, [organizer.id]])
    for (const search of ["qxrock 'n'", 'qxrock ’n’'])
      expect([search, await ids('tags', search)]).toEqual([search, [tag.id]])
  }
  await ask()
  await foldAsBefore()
  await ask()
  // Created once more it is the same one, in whatever typography (D16).
  const again = await app.create('events', {
    title: 'Other',
    ...times,
    venue: { venue: "Qxo'Neill's - the pub" },
  })
  expect((again.venue as unknown as { id: number }).id).toBe(venue.id)
  const tagged = await app.create('events', { title: 'Tagged', ...times, tags: ['Qxrock ’n’ Roll'] })
  expect((tagged.tags as unknown as { id: number }[]).map(({ id }) => id)).toEqual([tag.id])
})
