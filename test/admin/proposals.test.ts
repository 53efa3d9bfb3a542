import { beforeEach, expect, test } from 'vitest'
import { submissionsOf } from '../api/submissions.ts'
import { picture } from '../api/upload.ts'
import type { TestApp } from '../support/app.ts'
import { faultsOf } from '../web/axe.ts'
import { openOffice } from './desk.ts'

let app: TestApp
const { clear, proposed, decide, waiting, mails } = submissionsOf(() => app)

/** What would run where a text is taken for HTML. */
const hostile = '"><img src=x onerror="document.title=1"><script>document.title=2</script>'
const at = (day: number, hour = 10) => ({
  start_date: `2031-03-${day} ${hour}:00`,
  end_date: `2031-03-${day} ${hour + 2}:00`,
})
/** Events by what the tests call them. */
const ids = { herons: 0, choir: 0, organ: 0 }

const sit = openOffice(
  {
    SITE_NAME: 'Exampleton',
    SITE_TIMEZONE: 'Europe/Berlin',
    SITE_URL: 'https://calendar.example.org',
    SUBMISSIONS: 'everybody',
    SUBMISSIONS_HOURLY: '1000',
    MAIL_FOLDER: '/nonexistent',
  },
  async (made) => {
    app = made
    await app.create('events', { title: 'Solstice Dip', ...at(20), venue: { venue: 'Slipway' } })
    for (const name of ['herons', 'choir', 'organ'] as const)
      ids[name] = (
        await app.create('events', { title: name, ...at(22), cost: '14', description: 'Music.' })
      ).id
  },
)
beforeEach(clear)

const stateOf = async (id: number) => (await app.read(`submissions/${id}`, {}, 'editor')).state

/** Proposes with a picture, as a form. */
async function withPicture(json: Record<string, unknown>): Promise<number> {
  const form = new FormData()
  for (const [name, value] of Object.entries(json))
    form.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  form.set('file', new File([new Uint8Array(picture)], 'swim.png', { type: 'image/png' }))
  const request = new Request('http://localhost', { method: 'POST', body: form })
  const { status, text } = await app.ask({
    as: 'subscriber',
    method: 'POST',
    path: 'submissions',
    raw: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  })
  expect([status, text]).toEqual([202, expect.anything()])
  return (await waiting()).at(-1).id
}

test('a new event is looked at as visitors would see it, with what is new in it and what is like it, and accepted by a key', async () => {
  const fields = {
    title: 'Solstice Dip and Soup',
    ...at(20),
    description: `<p>We go in.</p><p>${hostile}</p>`,
    venue: { venue: 'White Wharf', city: 'Haverbridge' },
    organizer: { organizer: 'Swimmers' },
    recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'],
  }
  const id = await withPicture({ kind: 'new', fields, note: hostile, alt_text: 'The slipway' })
  const page = await sit('editor')
  await page.goto('/admin/proposals')
  await page.getByText('1 of 1').waitFor()
  await page.getByText('New place: “White Wharf”').waitFor()
  await page.getByText('New organizer: “Swimmers”').waitFor()
  await page.getByText('Perhaps here already: “Solstice Dip”').waitFor()
  await page.getByText(/^Every Thursday/).waitFor()
  const preview = page.getByRole('article', { name: 'As visitors will see it' })
  await preview.getByText('We go in.').waitFor()
  const width = `document.querySelector('.as-public figure img').naturalWidth`
  await expect.poll(() => page.evaluate<number>(width)).toBeGreaterThan(0)
  expect(await page.title()).not.toMatch(/^\d/)
  // What was sent has a picture without a text.
  expect(await faultsOf(page, { without: ['image-alt'] })).toEqual([])
  await page.keyboard.press('a')
  await page.getByText('No proposals wait').waitFor()
  const { event } = await app.read(`submissions/${id}`, {}, 'editor')
  const made = await app.read(`events/${event.id}`)
  expect(made).toMatchObject({
    status: 'publish',
    venue: { venue: 'White Wharf' },
    series: { key: expect.anything() },
  })
  expect(made.image.url).toContain('/media/')
})

test('of a change the fields are taken that are chosen; what was changed here since is named, and left', async () => {
  const id = await proposed({
    kind: 'change',
    event: ids.herons,
    fields: { title: 'HERONS!!', cost: '12', excerpt: 'Loud.' },
  })
  await app.ask({ as: 'editor', method: 'POST', path: `events/${ids.herons}`, json: { title: 'The Herons' } })
  const page = await sit('editor')
  await page.goto('/admin/proposals')
  const title = page.getByRole('row', { name: /^Title/ })
  await title.getByText('Changed here since').waitFor()
  await title.getByText('before: herons').waitFor()
  expect(await page.getByLabel('Take: Title').isChecked()).toBe(false)
  await page.getByRole('button', { name: 'Take 2 of 3 changes' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByLabel('Take: Summary').uncheck()
  await page.getByRole('button', { name: 'Take 1 of 3 changes' }).click()
  await page.getByText('No proposals wait').waitFor()
  expect(await app.read(`events/${ids.herons}`)).toMatchObject({
    title: 'The Herons',
    cost: '$12',
    excerpt: '',
  })
  expect(await stateOf(id)).toBe('accepted')
})

test('before a change is taken that moves an event with guests it is said that they get a mail', async () => {
  const { id } = await app.create('events', {
    title: 'With guests',
    start_date: '2031-04-22 18:00',
    end_date: '2031-04-22 20:00',
    registration: { capacity: 3 },
  })
  await app.create(`events/${id}/guests`, { name: 'Ada', email: 'ada@example.org', party: 1 }, 'editor')
  const proposal = await proposed({
    kind: 'change',
    event: id,
    fields: { start_date: '2031-04-23 18:00', end_date: '2031-04-23 20:00', excerpt: 'Loud.' },
  })
  const page = await sit('editor')
  await page.goto('/admin/proposals')
  const hears = page.getByText('Guests get a mail about this.')
  await hears.waitFor()
  for (const name of ['Begins', 'Ends']) await page.getByLabel(`Take: ${name}`).uncheck()
  await hears.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Take 1 of 3/ }).click()
  await page.getByText('No proposals wait').waitFor()
  expect(await stateOf(proposal)).toBe('accepted')
})

test('a change is edited before it is accepted: its event opens with it filled in, and saving accepts it', async () => {
  const id = await proposed({
    kind: 'change',
    event: ids.choir,
    fields: { title: 'Choir by night', end_date: '2031-03-22 13:30', venue: { venue: 'Old Hall' } },
  })
  const page = await sit('editor')
  await page.goto('/admin/proposals')
  await page.getByRole('button', { name: /^Take 3 of 3/ }).waitFor()
  await page.keyboard.press('e')
  const title = page.getByRole('textbox', { name: 'Title' })
  await page.getByText(/^What .* proposes is filled in/).waitFor()
  expect(await title.inputValue()).toBe('Choir by night')
  await page.getByText('Old Hall').waitFor()
  expect((await app.read(`events/${ids.choir}`)).title).toBe('choir')
  await title.fill('Choir at night')
  await page.keyboard.press('Control+s')
  await page.getByText('The changes are saved').or(page.getByText(/saved/i)).first().waitFor()
  await expect.poll(() => stateOf(id)).toBe('accepted')
  expect(await app.read(`events/${ids.choir}`)).toMatchObject({
    title: 'Choir at night',
    end_date: '2031-03-22 13:30:00',
    venue: { venue: 'Old Hall' },
    cost: '$14',
  })
})

test('a new one is edited before it is published: it opens as a draft', async () => {
  const id = await proposed({ kind: 'new', fields: { title: 'Mending', ...at(25) } })
  const page = await sit('editor')
  await page.goto('/admin/proposals')
  await page.getByText('1 of 1').waitFor()
  await page.keyboard.press('e')
  await expect.poll(() => page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Mending')
  const { event } = await app.read(`submissions/${id}`, {}, 'editor')
  expect(event.status).toBe('draft')
  expect((await app.ask({ path: `events/${event.id}` })).status).not.toBe(200)
})

test('a question, a reason, and what was rejected is found among what is decided, and accepted all the same', async () => {
  const asked = await proposed({ kind: 'new', fields: { title: `Asked ${hostile}`, ...at(26) } })
  const refused = await proposed({ kind: 'report', event: ids.organ, note: 'The door is at the back.' })
  const page = await sit('editor')
  await page.goto(`/admin/proposals/${asked}`)
  await page.getByText('1 of 2').waitFor()
  await page.keyboard.press('q')
  await page.getByRole('dialog').getByText('Until then it is under “Asked”.').waitFor()
  await page.getByRole('dialog').getByLabel('Your question').fill('For how many?')
  await page.getByRole('button', { name: 'Send the question' }).click()
  await page.getByText('1 of 1').waitFor()
  await page.getByText('The door is at the back.').waitFor()
  await page.keyboard.press('r')
  await page.getByLabel('Something is missing').check()
  await page.getByLabel('A friendly word').fill('Which door?')
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true }).click()
  await page.getByText('No proposals wait').waitFor()
  expect([await stateOf(asked), await stateOf(refused)]).toEqual(['asked', 'rejected'])
  expect((await mails()).slice(-2).map(({ body_text }) => body_text)).toEqual([
    expect.stringContaining('For how many?'),
    expect.stringContaining('Which door?'),
  ])
  await page.getByRole('link', { name: 'Asked' }).click()
  await page.getByText('Asked: “For how many?”').waitFor()
  await page.getByRole('link', { name: 'Decided' }).click()
  await page.getByText('Which door?').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('a')
  await expect.poll(() => stateOf(refused)).toBe('accepted')
  expect(await page.title()).not.toMatch(/^\d/)
})

test('who has had three accepted is trusted, and not any more, and whose spam it was is blocked', async () => {
  for (const title of ['One', 'Two'])
    await decide(await proposed({ kind: 'new', fields: { title, ...at(27) } }), 'accept')
  const third = await proposed({ kind: 'new', fields: { title: 'Three', ...at(27) } })
  const page = await sit('editor')
  await page.goto(`/admin/proposals/${third}`)
  await page.getByLabel('Publish what they send from now on at once').check()
  await page.keyboard.press('a')
  await expect.poll(() => stateOf(third)).toBe('accepted')
  const standing = async () => (await app.read(`submissions/${third}`, {}, 'editor')).submitter
  expect(await standing()).toMatchObject({ trusted: true, blocked: false })
  await page.goto(`/admin/proposals/${third}?queue=decided`)
  await page.getByLabel('Publish what they send from now on at once').uncheck()
  await expect.poll(standing).toMatchObject({ trusted: false })
  const spam = await proposed({ kind: 'new', fields: { title: 'Buy', ...at(28) } })
  await page.goto(`/admin/proposals/${spam}`)
  await page.getByRole('button', { name: 'Spam' }).click()
  const dialog = page.getByRole('dialog', { name: 'Is “Buy” spam?' })
  await dialog.getByLabel(/^What comes from .* later, too$/).check()
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Spam' }).click()
  await expect.poll(() => stateOf(spam)).toBe('spam')
  expect(await standing()).toMatchObject({ blocked: true })
})

test.each([
  ['dark', 1280, 'de-DE'],
  ['light', 390, 'ar'],
] as const)(
  'both lists are accessible and within the window: %s, %i pixels, %s',
  async (colorScheme, width, locale) => {
    await decide(await proposed({ kind: 'new', fields: { title: 'Flute', ...at(29) } }), 'reject', {
      reason: 'other',
    })
    await proposed({ kind: 'change', event: ids.organ, fields: { title: 'Organ and flute', cost: '9' } })
    const page = await sit('editor', { colorScheme, locale, viewport: { width, height: 844 } })
    for (const path of ['/admin/proposals', '/admin/proposals?queue=decided']) {
      await page.goto(path)
      await page.locator('.item h1').waitFor()
      expect(await faultsOf(page), path).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBeLessThanOrEqual(width)
    }
  },
)

test('that a proposal was accepted is taken back from what is said of it, and from the proposal, unless what came of it was changed', async () => {
  const id = await proposed({ kind: 'new', fields: { title: 'Winter Swim', ...at(24) } })
  const changing = await proposed({ kind: 'change', event: ids.organ, fields: { title: 'The organ' } })
  const page = await sit('editor')
  await page.goto(`/admin/proposals/${id}`)
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('Taken: Winter Swim').waitFor()
  const { event } = await app.read(`submissions/${id}`, {}, 'editor')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('It waits again: Winter Swim').waitFor()
  await page.getByRole('button', { name: 'Approve' }).waitFor()
  expect(await stateOf(id)).toBe('waiting')
  expect((await app.ask({ path: `events/${event.id}`, as: 'editor' })).body.code).toBe(
    'event-no-longer-available',
  )

  for (const one of [id, changing]) await decide(one, 'accept')
  await page.goto(`/admin/proposals/${changing}?queue=decided`)
  await page.getByText('What it changed is as it was, and the proposal waits again.').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Take back the decision' }).click()
  await page.getByText('It waits again: The organ').waitFor()
  expect((await app.read(`events/${ids.organ}`)).title).toBe('organ')

  const again = (await app.read(`submissions/${id}`, {}, 'editor')).event.id
  await app.ask({ as: 'editor', method: 'POST', path: `events/${again}`, json: { cost: '3' } })
  await page.goto(`/admin/proposals/${id}?queue=decided`)
  await page.getByRole('button', { name: 'Take back the decision' }).click()
  await page.getByText('What came of it has been changed since, so it stays.').waitFor()
  expect(await stateOf(id)).toBe('accepted')
})

/** What can be pressed and lies under what is said, by its text. */
const underToast = `(() => {
  const toast = document.querySelector('.toasts .toast').getBoundingClientRect()
  return [...document.querySelectorAll('a[href], button, input, summary')]
    .filter((one) => !one.closest('.toasts'))
    .filter((one) => {
      const { left, top, right, bottom, width } = one.getBoundingClientRect()
      return width > 0 && left < toast.right && right > toast.left && top < toast.bottom && bottom > toast.top
    })
    .map((one) => one.textContent)
})()`

test.each([390, 1280])('what is said lies on nothing that can be pressed, in %s pixels', async (width) => {
  for (const title of ['One', 'Two', 'Three']) await proposed({ kind: 'new', fields: { title, ...at(25) } })
  const page = await sit('editor', { viewport: { width, height: 800 } })
  await page.goto('/admin/proposals')
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('Taken: One').waitFor()
  await page.getByText('1 of 2').waitFor()
  for (const down of [0, 150, 400]) {
    await page.mouse.wheel(0, down)
    await expect.poll(() => page.evaluate(underToast)).toEqual([])
  }
  const inWindow = await page.locator('.toasts .toast').boundingBox()
  expect(inWindow?.x).toBeGreaterThanOrEqual(0)
  expect((inWindow?.x ?? 0) + (inWindow?.width ?? 0)).toBeLessThanOrEqual(width)
})
