import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { faultsOf } from '../web/axe.ts'
import { openOffice } from './desk.ts'

let app: TestApp
let [event, empty, plain] = [0, 0, 0]

const day = { start_date: '2031-03-20 18:00', end_date: '2031-03-20 20:00' }

const sit = openOffice({ REGISTRATION_HOURLY: '1000000' }, async (made) => {
  app = made
  const questions = [
    { label: 'Age', type: 'text' },
    { label: 'Colours', type: 'choices', options: ['red', 'green'] },
  ]
  const registration = { capacity: 3, party_max: 2, questions }
  event = (await app.create('events', { title: 'Masks', ...day, registration })).id
  empty = (await app.create('events', { title: 'Quiet', ...day, registration: { mode: 'approval' } })).id
  plain = (await app.create('events', { title: 'Plain', ...day })).id
  const come = async (id: number, name: string, more: object = {}) =>
    app.ask({ method: 'POST', path: `events/${id}/guests`, json: { name, ...more } })
  await come(event, 'Ada', { email: 'ada@example.org', party: 2, answers: { q1: '7', q2: ['green'] } })
  await come(event, 'Ben')
  await come(event, 'Cy')
  await come(event, 'Di')
})

const guests = async (id: number, query: object = {}) =>
  (await app.read(`events/${id}/guests`, { per_page: 50, ...query }, 'editor')).guests as readonly {
    id: number
    name: string
    state: string
    party: number
    note: string
    answers: object
  }[]
const stateOf = async (name: string) =>
  (await guests(event, { state: 'registered,waiting,offered,canceled' })).find((one) => one.name === name)
    ?.state

const choose = async (page: Page, name: string, deed: string) => {
  await page.getByRole('button', { name: `More for ${name}` }).click()
  await page.locator('#row-menu').getByRole('button', { name: deed, exact: true }).click()
}
const said = (page: Page, text: string) => page.getByRole('status').getByText(text).waitFor()

test('an editor sees who comes, finds, places, adds, cancels and erases guests', async () => {
  const page = await sit('editor')
  await page.goto(`/admin/events/${event}/guests`)
  await page.getByText('3 of 3 places taken · 2 waiting').waitFor()
  await page.getByRole('rowheader', { name: 'Ada' }).waitFor()
  expect(await page.title()).toContain('Guests: Masks')
  expect(await page.locator('tr[data-id]').first().innerText()).toMatch(
    /ada@example\.org[^]*Age 7\s*Colours green/,
  )
  expect(await faultsOf(page)).toEqual([])
  // The stroke searches here, and the list is what is found.
  await page.keyboard.press('/')
  await page.keyboard.type('BEN')
  await page.getByRole('rowheader', { name: 'Ada' }).waitFor({ state: 'detached' })
  await page.getByRole('searchbox').fill('')
  await page.getByRole('rowheader', { name: 'Ada' }).waitFor()

  await page.getByRole('link', { name: 'Waiting 2' }).click()
  await choose(page, 'Di', 'Give a place')
  const beyond = page.getByRole('dialog', { name: 'Give Di a place all the same?' })
  expect(await faultsOf(page)).toEqual([])
  await beyond.getByRole('button', { name: 'Give a place' }).click()
  await said(page, 'Di has a place.')
  await page.getByText('4 of 3 places taken · 1 too many · 1 waiting').waitFor()

  await page.getByRole('link', { name: 'Coming 3' }).click()
  await page.keyboard.press('a')
  const adding = page.getByRole('dialog', { name: 'Add a guest' })
  await adding.getByLabel('Name').fill('Eve')
  await adding.getByLabel('red').check()
  expect(await faultsOf(page)).toEqual([])
  await adding.getByRole('button', { name: 'Add a guest' }).click()
  await said(page, 'Eve is on the waiting list.')
  expect((await guests(event)).at(-1)).toMatchObject({
    name: 'Eve',
    state: 'waiting',
    answers: { q2: ['red'] },
  })

  await choose(page, 'Ben', 'Cancel the place')
  await page.getByRole('dialog').getByText('nobody tells them by mail').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the place' }).click()
  await said(page, 'The place of Ben is cancelled.')
  expect(await stateOf('Ben')).toBe('canceled')

  await choose(page, 'Di', 'Erase')
  await page.getByRole('dialog', { name: 'Erase Di?' }).getByRole('button', { name: 'Erase' }).click()
  await said(page, 'Di is erased.')
  // The places go on to who waits: without an address nobody can be asked.
  await page.getByText('3 of 3 places taken · 1 waiting').waitFor()
  expect(await stateOf('Cy')).toBe('registered')
  await page.getByRole('link', { name: 'Gone 1' }).click()
  await page.getByRole('rowheader', { name: 'Ben' }).waitFor()
})

test('J and E open a guest; what a colleague changes meanwhile stays, and of the same field it is said', async () => {
  const page = await sit('editor')
  const [ada] = await guests(event)
  if (!ada) throw new Error('Nobody comes.')
  const colleague = (json: object) =>
    app.ask({ as: 'administrator', method: 'PATCH', path: `guests/${ada.id}`, json })
  await page.goto(`/admin/events/${event}/guests`)
  await page.getByRole('rowheader', { name: 'Ada' }).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('e')
  const dialog = page.getByRole('dialog', { name: 'Ada' })
  await dialog.getByLabel('Note').fill('By train')
  await colleague({ answers: { q1: '8' } })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await said(page, 'Saved.')
  expect((await guests(event))[0]).toMatchObject({ note: 'By train', answers: { q1: '8' } })

  await page.getByRole('link', { name: 'Ada' }).click()
  await dialog.getByLabel('Note').fill('By bus')
  await colleague({ note: 'By car', answers: { q1: '9' } })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Somebody else has made this “By car”').waitFor()
  expect((await guests(event))[0]?.note).toBe('By car')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect((await guests(event))[0]).toMatchObject({ note: 'By bus', answers: { q1: '9' } })

  // A larger party that does not fit is asked about.
  await page.getByRole('link', { name: 'Ada' }).click()
  await dialog.getByLabel('People').fill('4')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByLabel('Also beyond the places').check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect((await guests(event))[0]?.party).toBe(4)
})

test('who writes to all where no mail is sent is told so, and loses nothing', async () => {
  const page = await sit('editor')
  await page.goto(`/admin/events/${event}/guests`)
  await page.getByRole('button', { name: 'Write to all' }).click()
  const dialog = page.getByRole('dialog', { name: 'Write to all' })
  await dialog.getByLabel('Subject').fill('Bring a coat')
  await dialog.getByLabel('Text').fill('It will be cold.')
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Send' }).click()
  await dialog.getByRole('alert').getByText(/mail/i).waitFor()
  expect(await dialog.getByLabel('Text').inputValue()).toBe('It will be cold.')
})

test('on paper stand numbers, names and people, and nobody’s address', async () => {
  const page = await sit('editor')
  await page.goto(`/admin/events/${event}/guests`)
  await page.locator('.guest-sheet tbody tr').first().waitFor({ state: 'attached' })
  await page.emulateMedia({ media: 'print' })
  const text = await page.locator('body').innerText()
  expect(text).toMatch(/Masks[^]*No\.\s+Name\s+People\s+Here[^]*1\s+Ada\s+4/)
  expect(text).not.toMatch(/example\.org|Age|Add a guest|Menu/)
})

test('editors are told how many came, by month or place, and take it along as a table', async () => {
  const page = await sit('editor')
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Report' }).click()
  const row = (name: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })
  expect(await row('March 2031').innerText()).toMatch(/^March 2031\s+2\s+/)
  expect(await row('In all').innerText()).toMatch(/^In all\s+2\s+/)
  expect(await faultsOf(page)).toEqual([])
  await page.getByLabel('A row for each').selectOption('Place')
  await row('None').waitFor()
  const link = page.getByRole('link', { name: 'CSV' })
  const table = await page.request.get((await link.getAttribute('href')) ?? '')
  expect(table.headers()['content-disposition']).toBe('attachment; filename="report-venue.csv"')
  await page.getByLabel('Last day').fill('2031-03-01')
  await page.getByText('Nobody could register for an event in this period.').waitFor()
  const author = await sit('author')
  await author.goto('/admin/report')
  await author.getByText('Your role may not do this.').waitFor()
  expect(await author.getByRole('row').count()).toBe(0)
})

test('of an event with approval guests are approved; where nobody has registered it says what to do', async () => {
  const page = await sit('editor')
  await page.goto(`/admin/events/${empty}/guests`)
  await page.getByText('Nobody has registered yet. Share the page.').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await app.ask({ method: 'POST', path: `events/${empty}/guests`, json: { name: 'Fay' } })
  // Who waits to be approved has registered.
  await page.reload()
  await page.getByText('Nobody here.').waitFor()
  await page.getByRole('link', { name: 'To approve 1' }).click()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Approve Fay' }).click()
  await said(page, 'Fay has a place.')
  await page.goto(`/admin/events/${event}/guests`)
  await page.getByRole('link', { name: /^Coming/ }).waitFor()
  expect(await page.getByRole('link', { name: /^To approve/ }).count()).toBe(0)
  await page.goto(`/admin/events/${plain}/guests`)
  await page.getByText('People do not register for this event.').waitFor()
  expect(await page.getByRole('link', { name: /^Coming/ }).count()).toBe(0)
  await page.getByRole('main').getByRole('link', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Title' }).waitFor()
})

test('an author has the guests of their own events, and of no others', async () => {
  const own = await app.create('events', { title: 'Mine', ...day, registration: {} }, 'author')
  const page = await sit('author')
  await page.goto(`/admin/events/${own.id}/guests`)
  await page.getByText('Nobody has registered yet.').waitFor()
  await page.goto(`/admin/events/${event}/guests`)
  const says = page.getByText('Only those who may edit this event see who comes to it.')
  await says.waitFor()
  expect(await page.locator('main').innerText()).not.toMatch(/Ada|Add a guest|Coming|Try again/)
  await page.getByRole('alert').getByRole('link', { name: 'Masks' }).click()
  await page.getByRole('heading', { name: 'Masks', level: 1 }).waitFor()
  await page.goto(`/admin/events/${event}/door`)
  await says.waitFor()
  await page.getByRole('alert').getByRole('link', { name: 'Events' }).click()
  await page.waitForURL('**/admin/events')
  // What nobody has leads on as well; where no answer comes it is tried again.
  for (const [path, up] of [
    ['events/999999', 'Events'],
    ['events/999999/guests', 'Events'],
    ['venues/999999', 'Places'],
    ['organizers/999999', 'Organizers'],
  ] as const) {
    await page.goto(`/admin/${path}`)
    await page.getByRole('alert').getByRole('link', { name: up }).waitFor()
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  }
  const away = '**/vendor/events/v1/events/*'
  for (const path of [`events/${own.id}`, `events/${own.id}/guests`]) {
    await page.route(away, (route) => route.abort())
    await page.goto(`/admin/${path}`)
    const again = page.getByRole('button', { name: 'Try again' })
    await again.waitFor()
    await page.unroute(away)
    await again.click()
    await again.waitFor({ state: 'detached' })
  }
})

test.each([
  [{ viewport: { width: 390, height: 844 } }, 'en-GB'],
  [{ colorScheme: 'dark' }, 'en-GB'],
  [{ viewport: { width: 390, height: 844 } }, 'ar'],
] as const)('it can be read and used with %j in %s', async (options, locale) => {
  const page = await sit('editor', { ...options, locale })
  await page.goto(`/admin/events/${event}/guests`)
  await page.locator('tr[data-id]').first().waitFor()
  expect(await faultsOf(page)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
})
