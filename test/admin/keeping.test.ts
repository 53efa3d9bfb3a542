import { expect, test } from 'vitest'
import { picture, uploadTo } from '../api/upload.ts'
import type { TestApp } from '../support/app.ts'
import { faultsOf } from '../web/axe.ts'
import { openOffice } from './desk.ts'

/** A name that runs where it is taken for markup. */
const hostileName = '<img src=x onerror="document.title=\'run\'"><script>document.title="run"</script>Hall'

let app: TestApp
const ids: Record<string, number> = {}

const sit = openOffice({ SITE_NAME: 'Exampleton', SITE_TIMEZONE: 'Europe/Berlin' }, async (made) => {
  app = made
  const make = async (name: string, path: string, json: object) => {
    ids[name] = (await app.create(path, json)).id
  }
  const here = { city: 'Exampleton', geo_lat: 51.45441, geo_lng: -2.60082 }
  const wharf = await uploadTo(app, picture, { name: 'wharf.png' })
  await make('library', 'venues', { venue: 'Central Library', address: 'College Green', ...here })
  await make('twin', 'venues', {
    venue: 'Exampleton Central Library',
    phone: '01632 960 218',
    image: wharf.body.id,
    ...here,
  })
  await make('hostile', 'venues', { venue: hostileName, description: hostileName })
  await make('stories', 'categories', { name: 'Stories', description: 'Read <b>aloud</b>', color: 'olive' })
  await make('readings', 'categories', { name: 'Readings' })
  await make('tales', 'categories', { name: 'Tales', parent: ids['stories'] })
  await make('event', 'events', {
    title: 'Story hour',
    start_date: '2031-03-20 10:30:00',
    end_date: '2031-03-20 11:15:00',
    venue: ids['twin'],
    categories: [ids['stories']],
  })
})

test('an editor makes one place of two, and the old address leads to it', async () => {
  const page = await sit('editor')
  await page.goto('/admin/venues?tab=nothingComingUp')
  await page
    .getByRole('link', { name: /^Nothing coming up/ })
    .and(page.locator('[aria-current]'))
    .waitFor()
  await page.getByRole('link', { name: 'Perhaps twice' }).click()
  await page.getByText('They are called alike').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('link', { name: 'Compare and merge' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('event moves to “Central Library”').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Merge 1 event' }).click()
  await page.getByText('“Exampleton Central Library” has become “Central Library”.').waitFor()
  expect(await app.read(`events/${ids['event']}`)).toMatchObject({ venue: { id: ids['library'] } })
  // What the one that stays did not say was taken from the other one.
  expect(await app.read(`venues/${ids['library']}`)).toMatchObject({
    phone: '01632 960 218',
    image: { url: expect.stringContaining('wharf') },
  })
  const visitor = await sit('editor')
  await visitor.goto('/venue/exampleton-central-library/')
  expect(new URL(visitor.url()).pathname).toBe('/venue/central-library/')
})

test('a place is made, by the keyboard alone; what is refused is said at its field, and nothing typed is lost', async () => {
  const page = await sit('editor')
  await page.goto('/admin/venues/new')
  await page.getByRole('textbox', { name: 'Name' }).focus()
  await page.keyboard.type('Mill')
  await page.getByRole('textbox', { name: 'Latitude' }).focus()
  await page.keyboard.type('north')
  await page.keyboard.press('Enter')
  await page.locator('#p-geo_lat-fault').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.reload()
  expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Mill')
  await page.getByRole('textbox', { name: 'Latitude' }).fill('51,5')
  await page.getByRole('textbox', { name: 'Longitude' }).fill('−2.6')
  await page.getByRole('combobox', { name: 'Step-free' }).selectOption('Yes')
  await page.getByRole('combobox', { name: 'Hearing loop' }).selectOption('No')
  // Its text is seen as it will look, and its picture is chosen here.
  await page.getByRole('textbox', { name: 'Text' }).focus()
  await page.keyboard.type('It turns ')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('daily')
  const file = page.getByLabel('choose a file').and(page.locator('input'))
  await file.setInputFiles({ name: 'mill.png', mimeType: 'image/png', buffer: picture })
  await page.getByRole('button', { name: 'Replace' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('textbox', { name: 'Longitude' }).press('Enter')
  await page.getByRole('heading', { name: 'Mill' }).waitFor()
  const { venues } = await app.read('venues', { search: 'Mill' })
  expect(venues[0]).not.toHaveProperty('accessible_toilet')
  expect(venues).toMatchObject([
    {
      venue: 'Mill',
      geo_lat: 51.5,
      geo_lng: -2.6,
      step_free: true,
      hearing_loop: false,
      description: '<p>It turns <strong>daily</strong></p>',
      image: { url: expect.stringContaining('mill') },
    },
  ])
})

test('a place says what is around it, is made anew like another, and comes back from the trash at once', async () => {
  const page = await sit('editor')
  const { id } = await app.create('venues', { venue: 'Corner Shop', address: '1 Lane', city: 'Exampleton' })
  await app.create('events', {
    title: 'Sale',
    start_date: '2031-04-01 10:00',
    end_date: '2031-04-01 11:00',
    status: 'pending',
    venue: id,
  })
  await page.goto(`/admin/venues/${id}`)
  await page.getByText('1 event coming up, 0 before · changed on').waitFor()
  const beside = page.getByRole('complementary')
  await beside.getByText('10:00 · Waiting').waitFor()
  await beside.getByText('Made: Corner Shop').waitFor()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('link', { name: 'Duplicate' }).click()
  await page.getByText('Everything but the name is as in “Corner Shop”.').waitFor()
  await page.getByRole('textbox', { name: 'Name' }).fill('Corner Hall')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Corner Hall' }).waitFor()
  const { venues } = await app.read('venues', { search: 'Corner Hall' })
  expect(venues).toMatchObject([{ address: '1 Lane', city: 'Exampleton' }])
  await page.goto('/admin/venues?search=corner')
  await page.getByRole('button', { name: 'More for Corner Shop' }).click()
  await page.getByRole('button', { name: 'Move to trash' }).click()
  await page.getByRole('button', { name: 'To the trash all the same' }).click()
  await page.getByText('“Corner Shop” is in the trash.').waitFor()
  await page.getByRole('link', { name: 'Corner Shop' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('link', { name: 'Corner Shop' }).waitFor()
  expect(await app.read(`venues/${id}`)).toMatchObject({ status: 'publish' })
})

test('a category is renamed, moved and merged, and says first what that does to events', async () => {
  const page = await sit('editor')
  await page.goto('/admin/categories')
  // Of a category, with all below it.
  await page.getByRole('row', { name: 'Stories 1' }).waitFor()
  await page.getByRole('button', { name: 'More for Tales' }).click()
  await page.getByRole('link', { name: 'Move into …' }).click()
  await page.getByRole('combobox', { name: 'Belongs to' }).and(page.locator(':focus')).waitFor()
  await page.getByRole('textbox', { name: 'Name' }).fill('Fairy tales')
  await page.getByRole('combobox', { name: 'Belongs to' }).selectOption('Readings')
  await page.getByRole('radio', { name: 'Olive' }).check({ force: true })
  await page.getByText('Also of this colour: Stories.').waitFor()
  await page.getByRole('radio', { name: 'Rose' }).check({ force: true })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('“Fairy tales” is saved.').waitFor()
  expect(await app.read(`categories/${ids['tales']}`)).toMatchObject({
    name: 'Fairy tales',
    parent: ids['readings'],
    color: 'rose',
  })
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'More for Stories' }).click()
  await page.getByRole('link', { name: 'Merge …' }).click()
  await page.getByRole('combobox', { name: 'Which one stays?' }).selectOption('Readings')
  await page.getByText('event moves to “Readings”').waitFor()
  expect(await faultsOf(page)).toEqual([])
  // What the one that stays does not say is taken from the other one, and of the rest what is chosen.
  const chosen = page.getByRole('dialog').getByRole('row', { name: /^Text/ }).getByRole('radio')
  expect(await chosen.nth(1).isChecked()).toBe(true)
  await page.getByRole('radio', { name: 'Olive' }).last().check()
  await page.getByRole('button', { name: 'Merge 1 event' }).click()
  await page.getByText('“Stories” has become “Readings”.').waitFor()
  const { categories } = await app.read(`events/${ids['event']}`)
  expect(categories.map(({ id }: { id: number }) => id)).toEqual([ids['readings']])
  expect(await app.read(`categories/${ids['readings']}`)).toMatchObject({
    name: 'Readings',
    description: 'Read <b>aloud</b>',
    color: 'olive',
  })
  await page.getByRole('textbox', { name: 'Text' }).fill('Read to you')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('“Readings” is saved.').waitFor()
  expect(await app.read(`categories/${ids['readings']}`)).toMatchObject({ description: 'Read to you' })
})

test('three pictures are sent, one is described, and one that is used is deleted after saying by what', async () => {
  const page = await sit('editor')
  await page.goto('/admin/pictures')
  const files = [1, 2, 3].map((at) => ({ name: `picture-${at}.png`, mimeType: 'image/png', buffer: picture }))
  await page.locator('input[type=file][multiple]').setInputFiles(files)
  await page.getByText('3 pictures are here.').waitFor()
  await page.getByRole('link', { name: 'picture 2' }).click()
  await page.getByRole('textbox', { name: 'What is to be seen?' }).fill('A bridge at dusk')
  await page.getByRole('button', { name: 'What stays in sight' }).press('ArrowLeft')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('“picture 2” is saved.').waitFor()
  const { media } = await app.read('media', { search: 'bridge' })
  expect(media).toMatchObject([{ alt_text: 'A bridge at dusk', focus: { x: 0.45, y: 0.5 } }])
  expect(await faultsOf(page)).toEqual([])
  await app.ask({
    as: 'editor',
    method: 'POST',
    path: `events/${ids['event']}`,
    json: { image: media[0].id },
  })
  await page.goto(`/admin/pictures?id=${media[0].id}`)
  await page.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('link', { name: 'Story hour' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Delete it' }).click()
  await page.getByText('“picture 2” is deleted.').waitFor()
  expect(await app.read(`events/${ids['event']}`)).toMatchObject({ image: false })
})

test('names that are markup run nowhere, and the screens are accessible on phones, in the dark and in Arabic', async () => {
  const upload = await uploadTo(app, picture, { name: 'x.png' })
  const json = { title: '<svg onload=document.title="run">', credit: hostileName }
  await app.ask({ as: 'administrator', method: 'POST', path: `media/${upload.body.id}`, json })
  const page = await sit('editor', {
    colorScheme: 'dark',
    viewport: { width: 390, height: 844 },
    locale: 'ar',
    extraHTTPHeaders: { 'accept-language': 'ar' },
  })
  for (const path of [
    'venues',
    `venues/${ids['hostile']}`,
    'organizers',
    `categories?id=${ids['readings']}`,
    'tags',
    `pictures?id=${upload.body.id}`,
  ]) {
    await page.goto(`/admin/${path}`)
    await page.locator('h1').waitFor()
    await page.waitForLoadState('networkidle')
    expect([path, await faultsOf(page)]).toEqual([path, []])
    expect(await page.title()).not.toBe('run')
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
  }
})
