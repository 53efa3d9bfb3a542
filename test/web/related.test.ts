import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { createTown, visit } from './town.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTown()
})
afterAll(() => app.close())

/** An hour on a day of March 2031. */
async function add(title: string, day: number, more: object): Promise<void> {
  const date = `2031-03-${String(day).padStart(2, '0')}`
  await app.create('events', { title, start_date: `${date} 18:00`, end_date: `${date} 19:00`, ...more })
}

/** The titles of the events that are suggested beside one. */
async function suggested(slug: string): Promise<string[]> {
  const { text } = await visit(app, `/event/${slug}/`)
  const section = /<section class="section" aria-labelledby="more">[^]*?<\/section>/.exec(text)?.[0] ?? ''
  return [...section.matchAll(/<h3[^>]*>[^]*?<a[^>]*>([^<]*)</g)].map(([, title = '']) => title.trim())
}

test('beside an event are the next ones of any of its categories, each once, and not itself', async () => {
  await add('Jazz and Food', 5, { categories: ['Jazz', 'Food'] })
  await add('Over', 1, { categories: ['Jazz'], status: 'draft' })
  await add('Soup', 9, { categories: ['Food'] })
  await add('Brunch', 6, { categories: ['Food', 'Jazz'] })
  await add('Trio', 8, { categories: ['Jazz'] })
  await add('Quartet', 10, { categories: ['Jazz'] })
  await add('Chess', 4, { categories: ['Games'] })
  expect(await suggested('jazz-and-food')).toEqual(['Brunch', 'Trio', 'Soup', 'Quartet'])
  expect(await suggested('chess')).toEqual([])
})

test('beside an event without categories are those at its venues', async () => {
  const { id } = await app.create('venues', { venue: 'Hall' })
  await add('One', 12, { venue: [id] })
  await add('Two', 13, { venue: [id], categories: ['Jazz'] })
  expect(await suggested('one')).toEqual(['Two'])
})
