import { expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { faultsOf } from '../web/axe.ts'
import { openOffice } from './desk.ts'

let app: TestApp

const options = (...labels: readonly string[]) =>
  labels.map((label) => ({ value: label.toLowerCase().replaceAll(' ', '_'), label }))

const sit = openOffice({}, async (made) => {
  app = made
  const kinds = ['event', 'venue', 'organizer']
  const declare = (field: object) => app.create('fields', { kinds, ...field })
  await declare({
    name: 'shelf',
    type: 'choice',
    label: 'Shelf',
    required: true,
    options: options('Left', 'Right'),
  })
  await declare({
    name: 'needs',
    type: 'choices',
    label: 'Needs',
    help: 'What people bring.',
    options: options('Mat', 'Shoes'),
  })
  await declare({ name: 'seats', type: 'number', label: 'Seats', max: 100 })
  await declare({ name: 'caretaker', type: 'text', label: 'Caretaker', public: false })
  await declare({
    name: 'tongues',
    type: 'choices',
    label: 'Tongues',
    options: options('Danish', 'Dutch', 'English', 'Finnish', 'French', 'German', 'Greek', 'Turkish'),
  })
})

const times = { start_date: '2031-05-06 15:00', end_date: '2031-05-06 16:00' }
const change = (path: string, fields: object) =>
  app.ask({ path, method: 'POST', json: { fields }, as: 'administrator' })

test('what the calendar has declared is entered in the editor, after the place, and refused where it stands', async () => {
  const { id } = await app.create('events', { title: 'Yoga', ...times, fields: { shelf: 'left' } })
  const page = await sit('editor')
  await page.goto(`/admin/events/${id}`)
  const part = page.getByRole('region', { name: 'More', exact: true })
  expect(await part.getByLabel('Left').isChecked()).toBe(true)
  const headings = await page.locator('form.editor h2').allTextContents()
  expect(headings.indexOf('More')).toBe(headings.indexOf('Where') + 1)
  await part.getByText('What people bring.').waitFor()
  const internal = part.getByRole('group', { name: 'Internal' })
  await internal.getByText('Only those who edit see this.').waitFor()
  await internal.getByLabel('Caretaker').fill('Sam')
  expect(await faultsOf(page)).toEqual([])
  await part.getByLabel('Shoes').check()
  const tongues = part.getByRole('combobox', { name: 'Tongues' })
  for (const tongue of ['German', 'Danish']) {
    await tongues.fill(tongue.slice(0, 3))
    await part.getByRole('option', { name: tongue, selected: true }).waitFor()
    await tongues.press('Enter')
  }
  await part.getByRole('button', { name: 'Remove German' }).waitFor()
  await part.getByLabel('Seats').fill('200')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await part.getByText('This must be 100 or less.').waitFor()
  await part.getByLabel('Seats').and(page.locator(':focus')).waitFor()
  await part.getByLabel('Seats').fill('20')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('status').getByText('Your changes are saved').waitFor()
  expect((await app.read(`events/${id}`, { context: 'edit' }, 'editor')).fields).toEqual({
    shelf: 'left',
    needs: ['shoes'],
    seats: 20,
    caretaker: 'Sam',
    tongues: ['danish', 'german'],
  })
}, 120_000)

test('who changes another field than a colleague is not asked; who changes the same is, with what differs', async () => {
  const { id } = await app.create('events', { title: 'Chess', ...times, fields: { shelf: 'left', seats: 5 } })
  const page = await sit('editor')
  await page.goto(`/admin/events/${id}`)
  const part = page.getByRole('region', { name: 'More', exact: true })
  await part.getByLabel('Seats').fill('20')
  await change(`events/${id}`, { shelf: 'right' })
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('status').getByText('Both changes have been kept').waitFor()
  await part.getByLabel('Right').and(page.locator(':checked')).waitFor()
  await expect
    .poll(async () => (await app.read(`events/${id}`)).fields)
    .toEqual({ shelf: 'right', seats: 20 })

  await part.getByLabel('Seats').fill('30')
  await change(`events/${id}`, { seats: null, needs: ['mat'] })
  await page.getByRole('button', { name: 'Save changes' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('group', { name: 'Seats' }).getByText('before: 20').waitFor()
  expect(await dialog.getByRole('group').count()).toBe(1)
  await dialog.getByRole('button', { name: 'Save what is chosen' }).click()
  await expect
    .poll(async () => (await app.read(`events/${id}`)).fields)
    .toEqual({ shelf: 'right', needs: ['mat'], seats: 30 })
}, 120_000)

test('a field that is removed while somebody writes in it says so where it stands, and the rest is saved once it is empty', async () => {
  await app.create('fields', { name: 'passing', type: 'text', label: 'Passing' })
  const { id } = await app.create('events', { title: 'Walk', ...times, fields: { shelf: 'left' } })
  const page = await sit('editor')
  await page.goto(`/admin/events/${id}`)
  const field = page.getByLabel('Passing')
  await field.fill('One\nTwo')
  expect(await field.inputValue()).toBe('One\nTwo')
  await page.getByLabel('Right').check()
  await app.ask({ method: 'DELETE', path: 'fields/passing', as: 'administrator' })
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('There is no such field any more. Empty it to save the rest.').first().waitFor()
  expect(await field.getAttribute('aria-invalid')).toBe('true')
  await field.fill('')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect.poll(async () => (await app.read(`events/${id}`)).fields).toEqual({ shelf: 'right' })
}, 120_000)

test('what is offered is changed while somebody chooses: a sentence says so, the rest stays as it was typed, and is saved with it', async () => {
  const more = { kinds: ['event', 'venue'] }
  const of = (name: string, type: string, ...labels: string[]) => ({
    ...more,
    name,
    type,
    label: `The ${name}`,
    options: options(...labels),
  })
  await app.create('fields', of('room', 'choice', 'Hall', 'Attic'))
  await app.create('fields', of('tools', 'choices', 'Saw', 'Axe', 'Rope'))
  await app.create('fields', { ...more, name: 'porter', type: 'text', label: 'The porter' })
  const alter = async (name: string, json: object) => {
    const done = await app.ask({ method: 'PATCH', path: `fields/${name}`, json, as: 'administrator' })
    expect(done.status, done.text).toBe(200)
  }
  const { id } = await app.create('events', { title: 'Sawing', ...times, fields: { shelf: 'left' } })
  const venue = await app.create('venues', { venue: 'Barn', fields: { shelf: 'left' } })
  const pages = [
    [`events/${id}`, 'Save changes', '#e-title'],
    [`venues/${venue.id}`, 'Save', '#p-city'],
  ] as const
  const opened = []
  for (const [path, button, other] of pages) {
    const page = await sit('editor')
    await page.goto(`/admin/${path}`)
    const part = page.getByRole('region', { name: 'More', exact: true })
    await part.getByLabel('Attic').check()
    for (const tool of ['Axe', 'Rope']) await part.getByLabel(tool).check()
    await part.getByLabel('The porter').fill('Kim')
    await page.locator(other).fill('As typed')
    opened.push({ path, page, part, other, save: page.getByRole('button', { name: button, exact: true }) })
  }
  await alter('room', { options: options('Hall', 'Loft') })
  await alter('tools', { options: options('Saw', 'Rope') })
  await alter('porter', { public: false })
  await app.create('fields', { ...more, name: 'level', type: 'number', label: 'The level', required: true })
  for (const { path, page, part, other, save } of opened) {
    await save.click()
    const group = (name: string) => part.getByRole('group', { name })
    const again = 'One of these is not there any more. Choose again to save the rest.'
    for (const name of ['The room', 'The tools']) await group(name).getByText(again).waitFor()
    expect(await group('The room').getByLabel('Attic (not there any more)').isChecked()).toBe(true)
    expect(await faultsOf(page)).toEqual([])
    await group('The room').getByLabel('Loft').check()
    await group('The tools').getByLabel('Axe (not there any more)').click()
    expect(await part.getByText('not there any more)').count()).toBe(0)
    expect(await group('The tools').getByLabel('Rope').isChecked()).toBe(true)
    expect(await group('Internal').getByLabel('The porter').inputValue()).toBe('Kim')
    await part.getByLabel('The level').fill('3')
    await save.click()
    const wanted = { room: 'loft', tools: ['rope'], porter: 'Kim', level: 3 }
    await expect
      .poll(async () => (await app.read(path, { context: 'edit' }, 'editor')).fields)
      .toMatchObject(wanted)
    await page.reload()
    expect(await page.locator(other).inputValue()).toBe('As typed')
  }
  for (const name of ['room', 'tools', 'porter', 'level'])
    await app.ask({ method: 'DELETE', path: `fields/${name}?force=true`, as: 'administrator' })
}, 180_000)

test('what is to be public must say what is required, and is led to it; a draft may wait', async () => {
  const { id } = await app.create('events', { title: 'Draughts', status: 'draft', ...times })
  const page = await sit('editor')
  await page.goto(`/admin/events/${id}`)
  const part = page.getByRole('region', { name: 'More', exact: true })
  await page.getByLabel('Now', { exact: true }).check()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await part.getByText('Shelf is missing.').waitFor()
  await part.getByLabel('Left').and(page.locator(':focus')).waitFor()
  await part.getByLabel('Left').check()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('status').getByText('is public now').waitFor()
  expect(await app.read(`events/${id}`)).toMatchObject({ status: 'publish', fields: { shelf: 'left' } })
}, 120_000)

test('places and organizers have them too, merge them by name, and keep what somebody else has said', async () => {
  for (const [path, name] of [
    ['venues', 'venue'],
    ['organizers', 'organizer'],
  ] as const) {
    const page = await sit('editor')
    await page.goto(`/admin/${path}/new`)
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(`Mill of ${path}`)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const part = page.getByRole('region', { name: 'More', exact: true })
    await part.getByText('Shelf is missing.').waitFor()
    await part.getByLabel('Left').check()
    await part.getByLabel('Caretaker').fill('Kim')
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.waitForURL(/\/\d+$/)
    const id = Number(page.url().split('/').at(-1))
    const at = `${path}/${id}`
    const said = async () => (await app.read(at, { context: 'edit' }, 'editor')).fields as object
    expect(await said()).toEqual({ shelf: 'left', caretaker: 'Kim' })

    await part.getByLabel('Seats').fill('300')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await part.getByText('This must be 100 or less.').waitFor()
    await part.getByLabel('Seats').fill('30')
    await change(at, { needs: ['mat'], caretaker: null })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('status').getByText('Both changes have been kept').waitFor()
    expect(await said()).toEqual({ shelf: 'left', needs: ['mat'], seats: 30 })
    await part.getByLabel('Mat').and(page.locator(':checked')).waitFor()

    await part.getByLabel('Seats').fill('40')
    await change(at, { seats: 50 })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('group', { name: 'Seats' }).getByText('50').click()
    await dialog.getByRole('button', { name: 'Save what is chosen' }).click()
    await expect.poll(() => part.getByLabel('Seats').inputValue()).toBe('50')
    expect(await app.read(at)).toMatchObject({ [name]: `Mill of ${path}` })
  }
}, 180_000)

test('lists of events are narrowed by them, show them, and set them of several at once, with the way back', async () => {
  await app.create('fields', {
    name: 'audience',
    type: 'choices',
    label: 'Audience',
    filter: true,
    options: options('Children', 'Families', 'Adults'),
  })
  const ids: number[] = []
  for (const [title, audience] of [
    ['Puppets', ['children']],
    ['Opera', ['adults']],
  ] as const)
    ids.push((await app.create('events', { title, ...times, fields: { shelf: 'left', audience } })).id)
  const audienceOf = async () =>
    Promise.all(ids.map(async (id) => (await app.read(`events/${id}`)).fields.audience as unknown))
  const page = await sit('editor')
  await page.goto('/admin/events')
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.locator('#f-all').getByText('Audience').click()
  await page.locator('#f-all').getByLabel('Children').check()
  const row = (title: string) => page.getByRole('row').filter({ hasText: title })
  await row('Opera').waitFor({ state: 'detached' })
  await row('Puppets').waitFor()
  expect(decodeURIComponent(page.url())).toContain('fields[audience]=children')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Audience: Children' }).click()
  await row('Opera').waitFor()

  await page.getByRole('button', { name: 'More', exact: true }).first().click()
  await page.locator('#list-menu').getByRole('button', { name: 'Audience' }).click()
  await page.keyboard.press('Escape')
  await row('Opera').getByRole('cell', { name: 'Adults' }).waitFor()
  await page.goto('/admin/events?fields[audience]=*')
  await page.getByText('Audience: any').waitFor()
  await row('Puppets').waitFor()
  expect(await faultsOf(page)).toEqual([])

  for (const title of ['Puppets', 'Opera']) await row(title).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Set a field …' }).click()
  const asked = page.locator('#sorting')
  await asked.getByLabel('Which field').selectOption('Audience')
  await asked.getByLabel('Families').check()
  expect(await faultsOf(page)).toEqual([])
  await asked.getByRole('button', { name: 'Change 2 events' }).click()
  await expect.poll(audienceOf).toEqual([
    ['children', 'families'],
    ['families', 'adults'],
  ])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(audienceOf).toEqual([['children'], ['adults']])
}, 120_000)

test('lists of places are narrowed by them and show them too', async () => {
  await app.create('fields', {
    name: 'floor',
    kinds: ['venue'],
    type: 'choice',
    label: 'Floor',
    filter: true,
    options: options('Stone', 'Wood'),
  })
  for (const [venue, floor] of [
    ['Barn', 'wood'],
    ['Chapel', 'stone'],
  ] as const)
    await app.create('venues', { venue, fields: { shelf: 'left', floor } })
  const page = await sit('editor')
  await page.goto('/admin/venues')
  await page.getByRole('button', { name: 'Filters' }).click()
  const panel = page.locator('#f-own')
  await panel.getByRole('button', { name: 'Floor' }).click()
  await page.getByRole('cell', { name: 'Stone' }).waitFor()
  await panel.getByLabel('Wood').check()
  await page.getByRole('row', { name: 'Chapel' }).waitFor({ state: 'detached' })
  expect(decodeURIComponent(page.url())).toContain('fields[floor]=wood')
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Floor: Wood' }).click()
  await page.getByRole('row', { name: 'Chapel' }).waitFor()
}, 120_000)
