import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { createTown, visit, when } from './town.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTown()
})
afterAll(() => app.close())

/** The choices of a menu of the search form, by their names. */
async function choicesOf(name: string, path = '/'): Promise<string[]> {
  const { text } = await visit(app, path)
  const menu = new RegExp(`<select id="find-${name}"[^]*?</select>`).exec(text)?.[0] ?? ''
  return [...menu.matchAll(/<option[^>]*>([^<]*)</g)].map(([, choice = '']) => choice.trim())
}

test('a menu has what is above a category with many events, however few are in that itself', async () => {
  const { id: parent } = await app.create('categories', { name: 'Music' })
  const { id: jazz } = await app.create('categories', { name: 'Jazz', parent })
  const others = Array.from({ length: 200 }, (_, at) => `Other ${at}`)
  await app.create('events', { title: 'One', ...when, categories: [jazz, ...others] })
  await app.create('events', { title: 'Two', ...when, categories: [jazz] })
  const choices = await choicesOf('categories')
  expect(choices).toEqual(expect.arrayContaining(['Jazz', 'Music']))
  expect(choices.length).toBeLessThan(205)
})

test('menus of venues and organizers have those of a city', async () => {
  const names = Array.from({ length: 120 }, (_, at) => `Place ${at}`)
  const venue = names.map((name) => ({ venue: name }))
  const organizer = names.map((name) => ({ organizer: name }))
  await app.create('events', { title: 'Everywhere', ...when, venue, organizer })
  expect(await choicesOf('venue')).toEqual(expect.arrayContaining(names))
  expect(await choicesOf('organizer')).toEqual(expect.arrayContaining(names))
})
