import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { uploadTo } from '../api/upload.ts'
import { openOffice } from './desk.ts'

// What is entered of an event, part by part.

let app: TestApp

const sit = openOffice(
  { SITE_TIMEZONE: 'Europe/Berlin', CURRENCY_SYMBOL: '£', CURRENCY_CODE: 'GBP' },
  async (made) => {
    app = made
  },
)

const anEvent = (fields: object = {}) =>
  app.create('events', {
    title: 'An event',
    start_date: '2031-03-20 18:00:00',
    end_date: '2031-03-20 20:00:00',
    ...fields,
  })

const ticketsOf = async (id: number) => {
  const { tickets } = await app.read(`events/${id}/tickets`, {}, 'administrator')
  return tickets as { name: string; price: string; capacity: number | null; kind: string }[]
}

test('prices for several people are tickets: refused at their rows, kept with what others have set, gone with their rows', async () => {
  const page = await sit('editor')
  await page.goto('/admin/events/new')
  await page.getByRole('textbox', { name: 'Title' }).fill('Puppets')
  await page.getByLabel('In words').fill('18 March 2031, 19:00 to 21:00')
  await page.locator('summary').filter({ hasText: 'Cost and tickets' }).press('Enter')
  await page.getByRole('radio', { name: 'Several prices' }).press('Space')
  // By the keyboard alone: from field to field, and a row more as soon as the last is begun.
  await page.getByLabel('For whom, price 1').focus()
  await page.keyboard.type('Children')
  await page.keyboard.press('Tab')
  await page.keyboard.type('free')
  await page.getByLabel('For whom, price 2').fill('Grown-ups')
  await page.getByLabel('Price 2', { exact: true }).fill('$2')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page
    .getByRole('alert')
    .getByRole('link', { name: /^Cost and tickets: / })
    .click()
  const price = page.getByLabel('Price 2', { exact: true })
  expect(await price.getAttribute('aria-invalid')).toBe('true')
  expect(await price.inputValue()).toBe('$2')
  await page.locator(`#${await price.getAttribute('id')}:focus`).waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('£2')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Your changes are saved.').waitFor()

  const id = Number(/\d+$/.exec(new URL(page.url()).pathname))
  expect(await ticketsOf(id)).toMatchObject([
    { name: 'Children', price: '0' },
    { name: 'Grown-ups', price: '2' },
  ])
  expect(await app.read(`events/${id}`, {}, 'administrator')).toMatchObject({ cost: 'Free – £2' })
  await page.getByLabel('Price 3', { exact: true }).waitFor()
  expect(await price.inputValue()).toBe('£2')

  // One is no more, and what another has besides its price stays.
  const [, second] = (await app.read(`events/${id}/tickets`, {}, 'administrator')).tickets
  await app.ask({ as: 'administrator', method: 'POST', path: `tickets/${second.id}`, json: { capacity: 30 } })
  await page.reload()
  await page.getByRole('button', { name: 'Remove Children' }).click()
  await page.getByLabel('Price 1', { exact: true }).fill('2.50')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Your changes are saved.').waitFor()
  expect(await ticketsOf(id)).toMatchObject([{ name: 'Grown-ups', price: '2.50', capacity: 30 }])
  await page.getByRole('radio', { name: 'One price' }).check()
  await page.getByLabel('Price', { exact: true }).fill('£3')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect.poll(() => ticketsOf(id)).toEqual([])
  expect(await app.read(`events/${id}`, {}, 'administrator')).toMatchObject({ cost: '£3' })
})

test('tickets that somebody else has changed are asked about, and a copy of an event has its own', async () => {
  const { id } = await anEvent({ title: 'Ballet' })
  const json = { name: 'Stalls', price: '20', capacity: 5 }
  await app.ask({ as: 'administrator', method: 'POST', path: `events/${id}/tickets`, json })
  const page = await sit('editor')
  await page.goto(`/admin/events/${id}`)
  await page.getByLabel('Price 1', { exact: true }).fill('£22')
  const [ticket] = (await app.read(`events/${id}/tickets`, {}, 'administrator')).tickets
  await app.ask({ as: 'administrator', method: 'POST', path: `tickets/${ticket.id}`, json: { price: '25' } })
  await page.getByRole('button', { name: 'Save changes' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Stalls £25').waitFor()
  await dialog.getByRole('button', { name: 'Save what is chosen' }).click()
  await expect.poll(() => ticketsOf(id)).toMatchObject([{ name: 'Stalls', price: '22', capacity: 5 }])

  await page.goto(`/admin/events/new?like=${id}`)
  await page.getByRole('textbox', { name: 'Title' }).fill('Ballet again')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.waitForURL(/events\/\d+$/)
  const copy = Number(/\d+$/.exec(new URL(page.url()).pathname))
  await expect.poll(() => ticketsOf(copy)).toMatchObject([{ name: 'Stalls', price: '22', capacity: 5 }])
  expect(await ticketsOf(id)).toHaveLength(1)
})

test('a picture is looked at as it will be cropped, and one that is there already is taken; without one a poster stands in', async () => {
  const category = await app.create('categories', { name: 'Family', color: 'rose' })
  const { id } = await anEvent({ title: 'Flags', categories: [category.id] })
  const page = await sit('editor')
  await page.goto(`/admin/events/${id}`)
  const part = page.getByRole('region', { name: 'Picture' })
  await part.getByText('What visitors see without a picture').waitFor()
  const poster = await part.locator('.poster').getAttribute('class')
  const html = (
    await app.ask({ path: new URL((await app.read(`events/${id}`, {})).url).pathname, absolute: true })
  ).text
  expect(html).toContain(`"${poster}"`)
  const buffer = await sharp({ create: { width: 800, height: 450, channels: 3, background: '#a03050' } })
    .png()
    .toBuffer()
  await part
    .getByLabel('choose a file')
    .and(page.locator('input'))
    .setInputFiles({ name: 'flags.png', mimeType: 'image/png', buffer })
  const point = part.getByRole('button', { name: /50% .*50%/ })
  await point.press('ArrowRight')
  await page.keyboard.press('ArrowUp')
  await part.getByText('Kept with the picture.').waitFor()
  const crops = part.locator('.crops img')
  for (const crop of await crops.all()) expect(await crop.getAttribute('style')).toContain('55% 45%')
  expect(await crops.count()).toBe(3)
  const { media } = await app.read('media', {}, 'administrator')
  expect(media[0]).toMatchObject({ focus: { x: 0.55, y: 0.45 } })
  // Taken away, and taken again from those that are there.
  await part.getByRole('button', { name: 'Remove' }).click()
  await part.getByRole('button', { name: 'take one that is here already' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('searchbox').fill('bunting')
  await dialog.getByText('There is none').waitFor()
  await dialog.getByRole('searchbox').fill('flags')
  await dialog.getByRole('button', { name: 'flags' }).press('Enter')
  await part.getByLabel('What is to be seen?').waitFor()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect
    .poll(() => app.read(`events/${id}`, {}, 'administrator'))
    .toMatchObject({ image: { id: media[0].id } })
})

test('a place that is chosen stands for itself until it is changed; organizers are tokens, and a new one is made with the event', async () => {
  const [hall, park] = [
    await app.create('venues', { venue: 'Town Hall', address: '1 Square', city: 'Exampleton' }),
    await app.create('venues', { venue: 'Town Park' }),
  ]
  await app.create('organizers', { organizer: 'Friends of Music' })
  const { id } = await anEvent({ title: 'Concert', venue: [hall.id], organizer: [{ organizer: 'Choir' }] })
  const page = await sit('editor')
  await page.goto(`/admin/events/${id}`)
  const part = page.getByRole('region', { name: 'Where' })
  const place = part.getByRole('combobox', { name: 'Place' })
  // Begun and left, nothing changes.
  await part.getByRole('button', { name: 'Change Town Hall' }).press('Enter')
  await place.waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await part.getByRole('button', { name: 'Change Town Hall' }).press('Enter')
  await place.pressSequentially('town')
  await part.getByRole('option', { name: /Town Hall.*1 Square.*1 event coming up/ }).waitFor()
  await part.getByRole('option', { name: 'Town Park' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await part.getByText(/^Town (Hall|Park)$/).waitFor()
  await part.getByRole('button', { name: /^Change Town/ }).press('Enter')
  await place.fill('park')
  await part.getByRole('option', { name: 'Town Park' }).click()
  await part.getByRole('button', { name: 'Change Town Park' }).waitFor()

  const organizers = part.getByRole('combobox', { name: 'Organizers' })
  await organizers.fill('Friends of')
  await part.getByRole('option', { name: 'Add “Friends of” as a new organizer' }).click()
  const box = part.getByRole('group', { name: 'New organizer' })
  await box.getByText('Public when the event is.').waitFor()
  await box.getByLabel('Name').fill('Friends of the Library')
  await box.getByRole('button', { name: 'Add it' }).click()
  await part.getByRole('button', { name: 'Remove Choir' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Your changes are saved.').waitFor()
  expect(await app.read(`events/${id}`, {}, 'administrator')).toMatchObject({
    venue: { id: park.id },
    organizer: [{ organizer: 'Friends of the Library' }],
  })
})

test('a new event begins with the place of the last ones, or like one of them, and one that is there already is told of', async () => {
  const venue = (await app.create('venues', { venue: 'Chapel' }, 'author')).id
  for (const day of ['18', '25']) {
    const dates = { start_date: `2031-03-${day} 19:00`, end_date: `2031-03-${day} 20:00` }
    await app.create('events', { title: `Vespers ${day}`, ...dates, venue, cost: '7 €' }, 'author')
  }
  const page = await sit('author')
  await page.goto('/admin/events/new')
  await page.getByText('as last time').waitFor()
  await page.getByText('Chapel').waitFor()
  const title = page.getByRole('textbox', { name: 'Title' })
  await page.getByLabel('In words').fill('18 March 2031, all day')
  await title.fill('Vespers')
  await page.getByText('Is it one of these?').waitFor()
  await page.getByRole('link', { name: 'Vespers 18' }).waitFor()
  await page.getByRole('button', { name: 'No, mine is another one' }).click()
  await title.fill('')
  await page.goto('/admin/events/new')
  await page.getByRole('button', { name: 'Throw it away' }).click()
  await page.getByRole('button', { name: 'Vespers 25' }).click()
  await expect.poll(() => title.inputValue()).toBe('Vespers 25')
  await page.getByRole('button', { name: 'Other ways to save' }).click()
  await page.getByRole('button', { name: 'Publish and add another' }).click()
  await page.getByText('It is public now.').waitFor()
  await expect.poll(() => title.inputValue()).toBe('')
  const { events } = await app.read('events', { search: 'Vespers 25', starts_after: '2031-03-01' })
  expect(events).toHaveLength(2)
})

test('a table and a picture are put into the text by the keyboard, and come back as they were', async () => {
  const { id } = await anEvent({ title: 'Market', description: 'Stalls' })
  const file = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#30a050' } })
    .png()
    .toBuffer()
  const { body: picture } = await uploadTo(app, file, { name: 'stall.png' })
  const page = await sit('editor')
  await page.goto(`/admin/events/${id}`)
  const part = page.getByRole('region', { name: 'Text' })
  const text = part.getByRole('textbox', { name: 'Text' })
  await part.getByText('1 word', { exact: true }).waitFor()
  await text.getByText('Stalls').click()
  await page.keyboard.press('End')
  // The browser tells the editor where the caret is before it draws.
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
  await page.keyboard.press('Enter')
  // The toolbar is one stop of the keyboard: from its first control by arrows to the table.
  const tools = part.getByRole('toolbar')
  await page.keyboard.press('Shift+Tab')
  const table = tools.getByRole('button', { name: 'Table' })
  for (let step = 0; step < 20 && !(await table.evaluate('this === document.activeElement')); step += 1)
    await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Who')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type('Where')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Hall')
  await tools.getByRole('button', { name: 'Remove this row' }).waitFor()
  await page.keyboard.press('Enter')
  // Out of a last row that holds nothing, which goes with that.
  await page.keyboard.press('Enter')
  await page.keyboard.type('Bring bags ')
  await tools.getByRole('button', { name: 'Picture' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'stall' }).press('Enter')
  await part.getByText('6 words').waitFor()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Your changes are saved.').waitFor()
  const { description } = await app.read(`events/${id}`, {}, 'administrator')
  expect(description.replaceAll('\n', '')).toContain(
    '<p>Stalls</p><table><tbody><tr><th>Who</th><th>Where</th></tr><tr><td></td><td>Hall</td></tr></tbody></table>',
  )
  expect(description).toContain(`${new URL(picture.url).pathname}" alt="" width="60" height="40"`)
  await page.reload()
  await text.locator('th', { hasText: 'Who' }).waitFor()
  await text.locator('img[width="60"]').waitFor()
})
