import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { faultsOf } from '../web/axe.ts'
import { openOffice } from './desk.ts'
import { addressesOfScreens } from './screens.ts'

const picture = readFileSync(new URL('../wire/fixtures/picture.png', import.meta.url))
const times = { start_date: '2031-03-20 18:00', end_date: '2031-03-20 20:00' }

const writers = ['administrator', 'editor', 'author', 'contributor'] as const
type Writer = (typeof writers)[number]

/** What each of them has made: an event as public as they may, a series, a place and an organizer. */
interface Records extends Readonly<Record<string, number>> {
  readonly events: number
  readonly venues: number
  readonly organizers: number
  readonly series: number
}

/** What is of nobody, or waits for somebody: a category, a tag, an event, a proposal; and a source of imports. */
const shared: Record<'categories' | 'tags' | 'waiting' | 'proposals' | 'source', number> = {
  categories: 0,
  tags: 0,
  waiting: 0,
  proposals: 0,
  source: 0,
}

let app: TestApp
const of = new Map<Writer, Records>()

const sit = openOffice(
  { SITE_NAME: 'Exampleton', SITE_TIMEZONE: 'Europe/Berlin', SUBMISSIONS: 'accounts' },
  async (made) => {
    app = made
    for (const as of writers) {
      const venue = await app.create('venues', { venue: `Hall of ${as}` }, as)
      const organizer = await app.create('organizers', { organizer: `Friends of ${as}` }, as)
      const json = {
        title: `Evening of ${as}`,
        ...times,
        status: as === 'contributor' ? 'draft' : 'publish',
        venue: venue.id,
        organizer: organizer.id,
        description: `<p>Written by ${as}</p>`,
      }
      const event = await app.create('events', json, as)
      const weekly = { ...json, title: `Week of ${as}`, recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'] }
      const { series } = await app.create('events', weekly, as)
      of.set(as, { events: event.id, venues: venue.id, organizers: organizer.id, series: series.id })
    }
    shared.categories = (await app.create('categories', { name: 'Music' })).id
    shared.tags = (await app.create('tags', { name: 'Outdoors' })).id
    const sent = { title: 'It waits', ...times, status: 'pending' }
    shared.waiting = (await app.create('events', sent, 'contributor')).id
    const json = { kind: 'new', fields: { title: 'Proposed', ...times } }
    await app.ask({ as: 'subscriber', method: 'POST', path: 'submissions', json })
    shared.proposals = (await app.read('submissions', {}, 'editor')).submissions[0].id
    const csv = 'title,start_date\nJazz,2031-04-01 20:00\n'
    const { body } = await app.ask({
      as: 'editor',
      method: 'POST',
      path: 'imports/sources',
      raw: csv,
      headers: { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="jazz.csv"' },
    })
    shared.source = body.id
  },
)

const idsOf = (who: Writer): Records => ({
  ...(of.get(who) ?? { events: 0, venues: 0, organizers: 0, series: 0 }),
  ...shared,
})

/** Opens a screen, and answers what is wrong with it: that nothing is said, or that it failed. */
async function wrongAt(page: Page, path: string): Promise<string | undefined> {
  await page.goto(`/admin/${path}`)
  const heading = page.getByRole('heading', { level: 1 })
  const alert = page.getByRole('alert').filter({ hasText: /./ })
  await heading.or(alert).first().waitFor({ state: 'attached' })
  // These have their heading before they know whether they may show anything.
  if (/guests|door/.test(path)) await page.waitForLoadState('networkidle')
  if (await alert.count()) return `${path}: ${await alert.first().textContent()}`
  return (await heading.first().textContent())?.trim() ? undefined : `${path}: no heading`
}

const isOfRecord = (path: string) => /\d/.test(path) && !/^(waiting|proposals)/.test(path)

/** What is not for the role, and says so: what waits for others to decide, imports, and histories and guests of what is not theirs. */
function isClosed(role: Writer, path: string, says: string): boolean {
  if (role === 'editor' || role === 'administrator' || !/may|needs/i.test(says)) return false
  const [, event] = /^events\/(\d+)\/(?:guests|door)$/.exec(path) ?? []
  if (event !== undefined) return Number(event) !== idsOf(role).events
  const [, kind, id] = /^history\/(\w+)\/(\d+)$/.exec(path) ?? []
  if (kind === undefined)
    return /^(waiting|proposals|imports|history|users|system|webhooks|settings|fields)/.test(path)
  return kind === 'categories' || kind === 'tags' || Number(id) !== idsOf(role)[kind]
}

describe('each screen can be opened, with records of one’s own and of others', () => {
  test.each(writers)('by a role: %s', async (role) => {
    const page = await sit(role)
    const other: Writer = role === 'editor' || role === 'administrator' ? 'author' : 'editor'
    const [own, others] = [idsOf(role), idsOf(other)]
    const screens = [...addressesOfScreens(own), ...addressesOfScreens(others).filter(isOfRecord)].flatMap(
      (path) => {
        if (path === 'imports/try') return [`${path}?source=${shared.source}`]
        const [, kind] = /^history\/(\w+)\/\d+$/.exec(path) ?? []
        if (kind === undefined) return [path]
        return [own, others].map((ids) => `history/${kind}/${ids[kind]}`)
      },
    )
    const wrong: string[] = []
    const closed: string[] = []
    const offered = new Set<string>()
    const main = page.locator('main')
    for (const path of new Set(screens)) {
      const says = await wrongAt(page, path)
      if (says === undefined)
        for (const link of await main.locator('a[href^="/admin/"]').all())
          offered.add(new URL((await link.getAttribute('href')) ?? '', page.url()).pathname)
      else if (isClosed(role, path, says)) {
        closed.push(`/admin/${path}`)
        // What is refused would be refused again: there is a way back instead.
        if (await main.getByRole('button', { name: 'Try again' }).count()) wrong.push(`${path}: again`)
        if (!(await main.getByRole('link').count())) wrong.push(`${path}: no way back`)
      }
      // Whose it is not is told so, and what a source that was a file needs; nothing else is wrong.
      const isFile = says?.includes('This source is a file: send it again.')
      if (says !== undefined && !isFile && !isClosed(role, path, says)) wrong.push(says)
    }
    expect(wrong).toEqual([])
    // Nothing leads to what is refused.
    expect(closed.filter((path) => offered.has(path))).toEqual([])
  })

  test('by a role: subscriber, who is led to where everybody proposes', async () => {
    const page = await sit('subscriber')
    for (const path of ['', 'events', `events/${idsOf('editor').events}`, 'venues', 'users']) {
      await page.goto(`/admin/${path}`)
      await page.waitForURL('**/submit')
    }
    expect(await wrongAt(page, 'account')).toBeUndefined()
    expect(await page.getByRole('link', { name: 'New event' }).first().getAttribute('href')).toBe('/submit')
  })
})

test.each(['author', 'contributor'] as const)(
  'an event of somebody else is read, not changed, and a change of it suggested: %s',
  async (role) => {
    const page = await sit(role)
    const { events: id } = idsOf('editor')
    await page.goto('/admin/events')
    await page.getByRole('link', { name: 'Evening of editor' }).click()
    await page.getByRole('heading', { name: 'Evening of editor', level: 1 }).waitFor()
    await page.getByText('Written by editor').waitFor()
    expect(await page.getByRole('textbox').count()).toBe(0)
    const suggest = page.getByRole('link', { name: 'Suggest a change' })
    expect(await suggest.getAttribute('href')).toBe(`/submit/change/${id}`)
    expect(await faultsOf(page)).toEqual([])
    // What can be taken over from it is its texts as they are shown.
    await page.getByRole('link', { name: 'Duplicate' }).click()
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Title' }).inputValue())
      .toBe('Evening of editor')
  },
)

test('a contributor adds a picture, sends a stored draft, reads who gave it back and why, and sends it again', async () => {
  const { events: id } = idsOf('contributor')
  const page = await sit('contributor')
  const status = async () => (await app.read(`events/${id}`, {}, 'editor')).status
  await page.goto(`/admin/events/${id}`)
  await page.getByText('Kept in this browser').waitFor({ state: 'detached' })
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'lantern.png', mimeType: 'image/png', buffer: picture })
  await page.getByLabel('What is to be seen').fill('A lantern')
  await page.getByLabel('A word to the editor').fill('It is open to all.')
  await page.getByRole('button', { name: 'Send for approval' }).click()
  await expect.poll(status).toBe('pending')
  const stored = await app.read(`events/${id}`, { context: 'edit' }, 'editor')
  expect(stored.review_note).toBe('It is open to all.')
  expect((await app.read(`media/${stored.image.id}`)).alt_text).toBe('A lantern')

  const desk = await sit('editor')
  await desk.goto('/admin/')
  await desk.locator('.items').getByText(stored.author_name).first().waitFor()
  await desk.goto(`/admin/waiting/${id}`)
  await desk.locator('.sender').getByText(stored.author_name).waitFor()
  await desk.keyboard.press('r')
  await desk.getByLabel('It is not open to the public').check()
  await desk.getByLabel('A friendly word').fill('Enjoy it all the same!')
  await desk.getByRole('button', { name: 'Reject', exact: true }).last().click()
  await expect.poll(status).toBe('draft')

  const said = /Not taken by .+: It is not open to the public\. Enjoy it all the same!/
  await page.goto('/admin/')
  await page.getByText(said).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('link', { name: 'Evening of contributor' }).first().click()
  await page.getByText(said).waitFor()
  await page.getByRole('button', { name: 'Send for approval' }).click()
  await expect.poll(status).toBe('pending')
  // Whoever reviews it reads what was said before, and asks; the author is led to answering.
  await desk.goto(`/admin/waiting/${id}`)
  await desk.getByText(said).waitFor()
  await desk.keyboard.press('q')
  await desk.getByLabel('Your question').fill('Is there a sink?')
  await desk.getByRole('button', { name: 'Send the question' }).click()
  await desk.getByText(/^Asked /).waitFor()
  await page.goto('/admin/')
  await page.getByText(/ asks: “Is there a sink\?”/).waitFor()
  await page.getByRole('link', { name: 'Answer' }).click()
  await page.getByText(/ asks: “Is there a sink\?”/).waitFor()
  // Once it is approved they read it on their day.
  await app.ask({ as: 'editor', method: 'POST', path: `events/${id}`, json: { status: 'publish' } })
  await page.goto('/admin/')
  await page.getByText('approved today, public now').waitFor()
})

test('a contributor adds a picture to a place and an organizer of theirs', async () => {
  const page = await sit('contributor')
  for (const kind of ['venues', 'organizers'] as const) {
    const name = kind === 'venues' ? 'venue' : 'organizer'
    const { id } = await app.create(kind, { [name]: `Own ${name}`, status: 'draft' }, 'contributor')
    await page.goto(`/admin/${kind}/${id}`)
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'lantern.png', mimeType: 'image/png', buffer: picture })
    await page.getByRole('img', { name: 'Picture' }).waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('is saved.').waitFor()
    expect((await app.read(`${kind}/${id}`, {}, 'editor')).image.url).toContain('lantern')
  }
})
