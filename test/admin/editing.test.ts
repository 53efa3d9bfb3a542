import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { giveOwnPassword, ownPassword } from '../support/signedIn.ts'
import { openOffice } from './desk.ts'

let app: TestApp

const sit = openOffice({ SITE_NAME: 'Exampleton', SITE_TIMEZONE: 'Europe/Berlin' }, async (made) => {
  app = made
  const family = await app.create('categories', { name: 'Family' })
  await app.create('categories', { name: 'Puppets', parent: family.id })
  await app.create('venues', { venue: 'Town Hall', address: '1 Square', city: 'Exampleton' })
})

const read = (path: string) => app.read(path, {}, 'administrator')

test('a librarian publishes a story hour that repeats, with a picture and a new place, by the keyboard', async () => {
  const page = await sit('editor')
  await page.goto('/admin/events')
  await page.getByRole('heading', { name: 'Events' }).waitFor()
  await page.keyboard.press('n')
  const title = page.getByRole('textbox', { name: 'Title' })
  await page.locator('textarea#e-title:focus').waitFor()
  await page.keyboard.type('Tuesday Story Hour')
  await unfold(page, 'By field')
  await page.getByLabel('Starts', { exact: true }).fill('2031-03-18')
  await page.getByLabel('Starts at').fill('10:30')
  await page.getByLabel('Ends at').fill('11:15')
  await page.getByLabel('How often').selectOption('WEEKLY')
  await page.getByLabel('How it ends').selectOption('until')
  await page.getByLabel('Last day').fill('2031-04-15')
  const dates = page.getByRole('region', { name: 'The dates this makes' })
  await dates.getByText('5 dates').waitFor()
  await dates.getByRole('button', { name: /1 April 2031: leave it out/ }).press('Enter')
  await dates.getByText('4 dates').waitFor()
  // A place that is not there yet, made with the event.
  await page.getByLabel('Place', { exact: true }).focus()
  await page.keyboard.type('Reading Room')
  await page.getByRole('option', { name: 'Add “Reading Room” as a new place' }).waitFor()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.getByLabel('Street and number (optional)').fill('2 College Green')
  await page.keyboard.press('Enter')
  // The text: the second word bold.
  await unfold(page, 'Text')
  await page.getByRole('textbox', { name: 'Text' }).focus()
  await page.keyboard.type('Bring ')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('somebody')
  await page.keyboard.press('Control+b')
  await page.keyboard.type(' small')
  const buffer = await sharp({ create: { width: 800, height: 450, channels: 3, background: '#a03050' } })
    .png()
    .toBuffer()
  await page
    .getByLabel('choose a file')
    .and(page.locator('input'))
    .setInputFiles({ name: 'flags.png', mimeType: 'image/png', buffer })
  await page.getByLabel('What is to be seen?').fill('Paper flags above a market')
  await page.keyboard.press('Tab')
  await page.getByText('Kept with the picture.').waitFor()
  await unfold(page, 'Cost and tickets')
  await page.getByRole('radio', { name: 'Free', exact: true }).press('Space')
  await unfold(page, 'Categories')
  await page.getByLabel('Puppets').press('Space')
  await page.getByText('4 dates become public and go into the feeds.').waitFor()
  await page.getByRole('button', { name: 'Publish 4 dates' }).press('Enter')
  await page.getByText('It is public now.').waitFor()

  const { events } = await app.read('events', { search: 'Story Hour' })
  expect(events.map((one: { start_date: string }) => one.start_date)).toEqual([
    '2031-03-18 10:30:00',
    '2031-03-25 10:30:00',
    '2031-04-08 10:30:00',
    '2031-04-15 10:30:00',
  ])
  expect(events[0]).toMatchObject({
    end_date: '2031-03-18 11:15:00',
    status: 'publish',
    description: '<p>Bring <strong>somebody</strong> small</p>',
    cost: 'Free',
    venue: { venue: 'Reading Room', address: '2 College Green' },
    categories: [{ name: 'Puppets' }],
    image: { width: 800 },
  })
  expect(await read(`media/${events[0].image.id}`)).toMatchObject({ alt_text: 'Paper flags above a market' })
  // The address is that of the event now: loaded anew, it is the same.
  expect(new URL(page.url()).pathname).toMatch(/^\/admin\/events\/\d+$/)
  await page.reload()
  await expect.poll(() => title.inputValue()).toBe('Tuesday Story Hour')
})

/** Opens a part that is folded in a new event. */
async function unfold(page: Page, name: string) {
  await page.locator('summary').filter({ hasText: name }).press('Enter')
}

const anEvent = (fields: object = {}) =>
  app.create('events', {
    title: 'An event',
    start_date: '2031-03-20 18:00:00',
    end_date: '2031-03-20 20:00:00',
    ...fields,
  })

test('a librarian cancels one date of a series, and brings back what went to the trash, by the keyboard', async () => {
  await anEvent({ title: 'Puppet show', recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'] })
  const { id } = await anEvent({ title: 'Puppet making' })
  const page = await sit('editor')
  await page.goto('/admin/events?search=puppet')
  const menu = page.locator('#row-menu')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: /^More for Puppet show/ }).press('Enter')
  await menu.getByRole('button', { name: 'Cancel this date' }).press('Enter')
  await dialog.getByLabel('What shall people read?').focus()
  await page.keyboard.type('The puppets are ill')
  await dialog.getByRole('button', { name: 'Cancel the event' }).press('Enter')
  await page.getByText('The puppets are ill').first().waitFor()
  const { events } = await app.read('events', { search: 'Puppet show', starts_after: '2031-03-01' })
  expect(events.map(({ event_status: does }: { event_status?: string }) => does ?? 'scheduled')).toEqual([
    'canceled',
    'scheduled',
    'scheduled',
  ])

  await page.getByRole('button', { name: 'More for Puppet making' }).press('Enter')
  await menu.getByRole('button', { name: 'Move to trash' }).press('Enter')
  await page.getByText('In the trash: Puppet making').waitFor()
  await page.getByRole('link', { name: /^Trash/ }).press('Enter')
  await page.getByRole('button', { name: 'More for Puppet making' }).press('Enter')
  await menu.getByRole('button', { name: 'Restore as draft' }).press('Enter')
  await page.getByText('A draft again: Puppet making').waitFor()
  expect(await read(`events/${id}`)).toMatchObject({ status: 'draft' })
})

test('a session that ends while somebody writes loses nothing: signed in again in place, they go on', async () => {
  const login = await giveOwnPassword(app, 'author')
  const { id } = await anEvent({ author: app.ids.author })
  const page = await sit('anonymous')
  const signIn = async () => {
    await page.locator('[name="login"]').fill(login)
    await page.locator('[name="password"]').fill(ownPassword)
    await page.keyboard.press('Enter')
  }
  await page.goto(`/admin/events/${id}`)
  await signIn()
  const title = page.getByRole('textbox', { name: 'Title' })
  await title.fill('Typed in vain?')
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Save changes' }).click()
  const dialog = page.getByRole('dialog', { name: 'You have been signed out' })
  await dialog.getByLabel(/^Password of/).fill('not mine at all')
  await page.keyboard.press('Enter')
  await dialog.getByText('That is not your password.').waitFor()
  await dialog.getByLabel(/^Password of/).fill(ownPassword)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  expect(await title.inputValue()).toBe('Typed in vain?')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Your changes are saved.').waitFor()
  expect(await read(`events/${id}`)).toMatchObject({ title: 'Typed in vain?' })
})

test('without a connection what is typed stays here, also when the page is loaded again', async () => {
  const { id } = await anEvent()
  const page = await sit('editor')
  await page.goto(`/admin/events/${id}`)
  const sentence = page.getByLabel('In one sentence')
  await sentence.waitFor()
  await page.context().setOffline(true)
  await sentence.fill('In the tunnel')
  await page.getByText('Kept in this browser').waitFor()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('alert').getByText('cannot be reached').waitFor()
  await page.context().setOffline(false)
  await page.reload()
  await expect.poll(() => sentence.inputValue()).toBe('In the tunnel')
  await page.getByRole('button', { name: 'Throw it away' }).click()
  await expect.poll(() => sentence.inputValue()).toBe('')
  expect(await read(`events/${id}`)).toMatchObject({ excerpt: '' })
})

test('of two editors each keeps what only one of them changed, and both are asked about the rest', async () => {
  const { id } = await anEvent()
  const page = await sit('editor')
  await page.goto(`/admin/events/${id}`)
  await page.getByLabel('In one sentence').fill('Mine')
  const change = (json: object) =>
    app.ask({ as: 'administrator', method: 'POST', path: `events/${id}`, json })
  await change({ title: 'Theirs alone' })
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Both changes have been kept.').waitFor()
  await expect
    .poll(() => read(`events/${id}`))
    .toMatchObject({
      title: 'Theirs alone',
      excerpt: '<p>Mine</p>',
    })
  await page.getByText(/^Saved \d/).waitFor()
  // Now both change the same.
  await page.getByRole('textbox', { name: 'Title' }).fill('My title')
  await change({ title: 'Their title' })
  await page.getByRole('button', { name: 'Save changes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Somebody else has changed' })
  await dialog.getByText('Their title').waitFor()
  expect(await read(`events/${id}`)).toMatchObject({ title: 'Their title' })
  await dialog.getByRole('button', { name: 'Save what is chosen' }).click()
  await expect.poll(() => read(`events/${id}`)).toMatchObject({ title: 'My title' })
})

test('who goes on typing while it is saved is asked about what somebody else has changed since', async () => {
  const { id } = await anEvent()
  const page = await sit('editor')
  await page.goto(`/admin/events/${id}`)
  const title = page.getByRole('textbox', { name: 'Title' })
  await title.fill('My first title')
  // The answer to the change is on its way until both have gone on.
  const typed = Promise.withResolvers<void>()
  await page.route(`**/events/${id}`, async (route) => {
    const response = await route.fetch()
    if (route.request().method() === 'POST') await typed.promise
    await route.fulfill({ response })
  })
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect.poll(() => read(`events/${id}`)).toMatchObject({ title: 'My first title' })
  await title.fill('My second title')
  await app.ask({ as: 'administrator', method: 'POST', path: `events/${id}`, json: { title: 'Their title' } })
  typed.resolve()
  const dialog = page.getByRole('dialog', { name: 'Somebody else has changed' })
  await dialog.getByText('Their title').waitFor()
  await dialog.getByText('My second title').waitFor()
  expect(await read(`events/${id}`)).toMatchObject({ title: 'Their title' })
  await dialog.getByRole('button', { name: 'Save what is chosen' }).click()
  await expect.poll(() => read(`events/${id}`)).toMatchObject({ title: 'My second title' })
  await page.unrouteAll({ behavior: 'wait' })
})

test('what is wrong is said at its field, here or by the service, and nothing typed is lost', async () => {
  const page = await sit('editor')
  await page.goto('/admin/events/new')
  const summary = page.getByRole('alert')
  const publish = page.getByRole('button', { name: 'Publish', exact: true })
  await publish.click()
  await summary.getByRole('link', { name: /^Give it a title/ }).click()
  await page.locator('#e-title:focus').waitFor()
  await page.keyboard.type('Not yet right')
  await unfold(page, 'By field')
  await page.getByLabel('Starts', { exact: true }).fill('2031-03-20')
  await page.getByLabel('Ends', { exact: true }).fill('2031-03-01')
  await unfold(page, 'Cost and tickets')
  const website = page.getByLabel('Where do people book?')
  await website.fill('not an address')
  await publish.click()
  await summary.getByRole('link', { name: 'Ends: It ends before it begins.' }).waitFor()
  await page.getByRole('button', { name: /^Set the end to Thu,? 20 Mar/ }).click()
  expect(await page.getByLabel('Ends', { exact: true }).inputValue()).toBe('2031-03-20')
  await publish.click()
  await page.locator('#e-website-fault').waitFor()
  await summary.getByText('This has').waitFor()
  expect(await website.getAttribute('aria-invalid')).toBe('true')
  expect(await page.locator('#e-website-fault').textContent()).toMatch(/^It takes a whole address/)
  expect(await website.inputValue()).toBe('not an address')
  // The summary leads to the field.
  await summary.getByRole('link', { name: /^Where do people book\?: It takes/ }).click()
  await page.locator('#e-website:focus').waitFor()
})

test('a change of a series asks for which dates it is, and says what it will do', async () => {
  const series = await anEvent({
    title: 'Choir',
    recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4'],
  })
  const { events } = await app.read('events', { search: 'Choir', starts_after: '2031-03-21' })
  const json = { title: 'Choir outdoors' }
  await app.ask({ as: 'administrator', method: 'POST', path: `events/${events[0].id}`, json })
  const page = await sit('editor')
  await page.goto(`/admin/events/${series.id}`)
  await page.getByRole('textbox', { name: 'Title' }).fill('Choir practice')
  await page.getByRole('button', { name: 'Save changes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change which dates?' })
  await dialog.getByRole('button', { name: 'Change 1 date' }).waitFor()
  await dialog.getByRole('listitem').filter({ hasText: 'Title' }).waitFor()
  await dialog.getByLabel('All dates that are to come').check()
  await dialog.getByRole('button', { name: 'Change 3 dates' }).waitFor()
  const kept = dialog.getByText('date keeps its own, as it was changed by itself')
  await kept.waitFor()
  await dialog.getByLabel('Change it too').check()
  await expect.poll(() => kept.count()).toBe(0)
  await dialog.getByRole('button', { name: 'Change 4 dates' }).click()
  await expect.poll(() => app.read('events', { search: 'practice' })).toMatchObject({ total: 4 })
})

test('what the toolbar cannot show opens as HTML, and leaves as it came', async () => {
  const description = '<p>One</p>\n<table><caption>All</caption><tr><td colspan="2">cell</td></tr></table>'
  const { id } = await anEvent({ description })
  const before = await read(`events/${id}`)
  const page = await sit('editor')
  await page.goto(`/admin/events/${id}`)
  const text = page.getByRole('textbox', { name: 'Text' })
  expect(await text.inputValue()).toContain('<td colspan="2">cell</td>')
  await page.getByLabel('In one sentence').fill('Changed')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Your changes are saved.').waitFor()
  expect((await read(`events/${id}`)).description).toBe(before.description)
})

test('a hostile title, text, place and reason run nowhere', async () => {
  const evil =
    '<img src=x onerror="window.evil=1"><script>window.evil=1</script>"\'><svg onload=window.evil=1>'
  const { id } = await anEvent({
    title: `Hostile ${evil}`,
    description: evil,
    venue: { venue: `Place ${evil}` },
    organizer: { organizer: `Name ${evil}` },
    tags: [`tag ${evil}`],
    event_status: 'canceled',
    event_status_reason: evil,
    cost: evil,
  })
  const page = await sit('administrator')
  await page.goto('/admin/events?search=Hostile')
  const more = page.getByRole('button', { name: /^More for Hostile/ })
  await more.click()
  await page.locator('#row-menu').getByRole('link', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Text' }).waitFor()
  await page.getByRole('button', { name: /^Change Place/ }).click()
  await page.getByLabel('Place', { exact: true }).fill('Place')
  await page.getByRole('listbox').getByRole('option').first().waitFor()
  expect(await page.evaluate('window.evil')).toBeUndefined()
  await app.remove(`events/${id}`)
})
