import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { submissionsOf } from '../api/submissions.ts'
import { picture } from '../api/upload.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { freePort } from '../support/postgres.ts'
import { faultsOf } from './axe.ts'
import { createReader, type Reader } from './reader.ts'

let app: TestApp
let reader: Reader
let at = Temporal.Instant.from('2031-06-01T10:00:00Z')
const { waiting, decide, mails, clear } = submissionsOf(() => app)

beforeAll(async () => {
  // Links in mails and on pages lead to where the service is for its visitors.
  const port = await freePort()
  app = await createTestApp({
    SITE_NAME: 'Exampleton',
    SITE_TIMEZONE: 'Europe/Berlin',
    SITE_URL: `http://127.0.0.1:${port}`,
    SUBMISSIONS: 'everybody',
    MAIL_FOLDER: '/nonexistent',
  })
  app.setNow(at)
  await app.create('categories', { name: 'Sport' })
  reader = await createReader(app, port)
})
beforeEach(clear)
afterAll(async () => {
  await reader.close()
  await app.close()
})

/** Time passes, as it does while people type. */
const wait = (seconds = 20) => {
  at = at.add({ seconds })
  app.setNow(at)
}

/** Opens a window, in which no page may report an error: neither one of a script, nor what its policy has forbidden. */
async function visiting(options: BrowserContextOptions, visit: (page: Page) => Promise<void>): Promise<void> {
  const context = await reader.open(options)
  const errors: string[] = []
  try {
    const page = await context.newPage()
    page.on('pageerror', ({ message }) => errors.push(message))
    page.on('dialog', (dialog) => {
      errors.push(`A dialog says ${dialog.message()}`)
      void dialog.dismiss()
    })
    page.on('console', (message) => {
      // Browsers note each refusal, which the page itself explains.
      if (message.type() === 'error' && !message.text().includes('status of 40')) errors.push(message.text())
    })
    await visit(page)
  } finally {
    await context.close()
  }
  expect(errors).toEqual([])
}

/** Goes on with the Tab key until something has the focus of which this expression of the page is true. */
async function tabTo(page: Page, isThere: string): Promise<void> {
  for (let steps = 0; steps < 80; steps += 1) {
    await page.keyboard.press('Tab')
    const here = await page.evaluate<boolean>(`((at) => ${isThere})(document.activeElement)`)
    expect(await page.evaluate<boolean>('document.activeElement.closest(".trap") === null')).toBe(true)
    if (here) return
  }
  throw new Error(`The Tab key does not come to where ${isThere}.`)
}

const typeInto = async (page: Page, name: string, text: string) => {
  await tabTo(page, `at.name === '${name}'`)
  await page.keyboard.type(text)
}

/** Presses what is called this, with the keyboard. */
const press = async (page: Page, text: string) => {
  await tabTo(page, `at.textContent.trim() === ${JSON.stringify(text)}`)
  await page.keyboard.press('Enter')
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

/** The link in the last mail. */
async function linkIn(): Promise<string> {
  const text = (await mails()).at(-1)?.body_text ?? ''
  return new RegExp(`${reader.origin}/submission/\\S+`).exec(text)?.[0] ?? ''
}

/** Opens a link again and again, as programs do that look for harm in mails. */
async function scan(link: string): Promise<void> {
  const path = link.slice(reader.origin.length)
  for (const method of ['HEAD', 'GET', 'GET'] as const)
    expect((await app.ask({ method, path, absolute: true })).status).toBe(200)
}

test('by keyboard alone and without a script: propose, confirm by the mail, see it accepted, suggest a change, report a mistake', async () => {
  await visiting({ locale: 'de-DE', javaScriptEnabled: false }, async (page) => {
    await page.goto('/')
    await press(page, 'Veranstaltung vorschlagen')
    await heading(page, 'Veranstaltung vorschlagen').waitFor()
    await typeInto(page, 'title', 'Winterschwimmen')
    await typeInto(page, 'description', 'Wir gehen hinein.')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Danach Suppe.')
    await tabTo(page, `at.name === 'category'`)
    await page.keyboard.type('Sport')
    await tabTo(page, `at.name === 'start'`)
    await typeMoment(page)
    expect(await page.locator('#start').inputValue()).toBe('2031-12-12T11:00')
    await typeInto(page, 'venue', 'Weißer Kai')
    await typeInto(page, 'city', 'Haverbridge')
    await typeInto(page, 'organizer', 'Möwen')
    await tabTo(page, `at.name === 'file'`)
    // What is chosen from then on is in a window of the system.
    await page.locator('#file').setInputFiles({ name: 'kai.png', mimeType: 'image/png', buffer: picture })
    await typeInto(page, 'alt_text', 'Der Kai im Schnee')
    await typeInto(page, 'name', 'Grete')
    await typeInto(page, 'email', 'grete@example.org')
    wait()
    await press(page, 'Zur Freigabe schicken')
    await heading(page, 'Noch ein Schritt').waitFor()
    await page.getByText('grete@example.org').waitFor()
    expect(await waiting()).toEqual([])

    const link = await linkIn()
    await scan(link)
    await page.goto(link)
    await page.getByText('Noch nicht bestätigt').waitFor()
    await page.reload()
    expect(await waiting()).toEqual([])
    await press(page, 'Ja, das war ich')
    await page.getByText('Wartet darauf, angesehen zu werden').waitFor()
    const [item] = await waiting()
    expect(item).toMatchObject({ title: 'Winterschwimmen', submitter: { name: 'Grete', language: 'de-DE' } })
    const { body } = await decide(item.id, 'accept', { message: 'Wie schön!' })
    const event = await app.read(`events/${body.event.id}`)
    expect(event).toMatchObject({
      start_date: '2031-12-12 11:00:00',
      description: expect.stringMatching(/<p>Wir gehen hinein\.<\/p>\s*<p>Danach Suppe\.<\/p>/),
      venue: { venue: 'Weißer Kai', city: 'Haverbridge' },
      organizer: [{ organizer: 'Möwen' }],
      categories: [{ name: 'Sport' }],
      image: { url: expect.stringContaining('/media/') },
    })

    await page.goto(link)
    await page.getByText('Angenommen').waitFor()
    await page.getByText('Wie schön!').waitFor()
    await press(page, 'Veranstaltung ansehen')
    await heading(page, 'Winterschwimmen').waitFor()
    await page.getByRole('img', { name: 'Der Kai im Schnee' }).first().waitFor()
    await press(page, 'Änderung vorschlagen')
    await heading(page, 'Änderung vorschlagen').waitFor()
    await typeInto(page, 'cost', '5')
    await typeInto(page, 'email', 'grete@example.org')
    wait()
    await press(page, 'Zur Freigabe schicken')
    await heading(page, 'Noch ein Schritt').waitFor()
    await page.goto(await linkIn())
    await press(page, 'Ja, das war ich')
    await page.getByText('Wartet darauf, angesehen zu werden').waitFor()
    const [change] = await waiting()
    expect(change).toMatchObject({ kind: 'change', fields: { cost: ['5'] } })
    await decide(change.id, 'accept')

    await page.goto(new URL(event.url).pathname)
    await press(page, 'Fehler melden')
    await heading(page, 'Fehler melden').waitFor()
    await typeInto(page, 'note', 'Der Eingang ist hinten.')
    await typeInto(page, 'email', 'grete@example.org')
    wait()
    await press(page, 'Abschicken')
    await heading(page, 'Noch ein Schritt').waitFor()
    await page.goto(await linkIn())
    await press(page, 'Ja, das war ich')
    await page.getByText('Wartet darauf, angesehen zu werden').waitFor()
    expect(await waiting()).toMatchObject([{ kind: 'report', note: 'Der Eingang ist hinten.' }])
  })
})

/** Types a moment into the field that has the focus, the same in the order of any language, with two halves of the day or without. */
async function typeMoment(page: Page): Promise<void> {
  await page.keyboard.type('1212')
  await page.keyboard.type('2031')
  await page.keyboard.press('Tab')
  await page.keyboard.type('1100A')
}

/** What would run where a text is taken for HTML. */
const hostile = '"><img src=x onerror="alert(1)"><script>alert(2)</script>'

test('on a phone, in Arabic: all pages are accessible and within the window, and hostile texts are texts', async () => {
  const phone = { locale: 'ar', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  await visiting(phone, async (page) => {
    const look = async (name: string) => {
      await page.evaluate('document.fonts.ready')
      expect(await faultsOf(page), name).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth'), name).toBeLessThanOrEqual(390)
      expect(await page.evaluate('document.dir || document.documentElement.dir'), name).toBe('rtl')
    }
    const field = (name: string) => page.locator(`[name="${name}"]`)
    const send = () => page.locator('form button').first().tap()

    await page.goto('/submit')
    await look('form')
    await field('title').fill(`سباحة ${hostile}`)
    await field('description').fill(hostile)
    await field('start').fill('2031-12-21T08:00')
    await field('end').fill('2031-12-20T08:00')
    for (const name of ['venue', 'address', 'organizer', 'alt_text', 'note', 'name'])
      await field(name).fill(hostile)
    await field('email').fill('gull@example.org')
    wait()
    await send()
    await page.getByText('لا يجوز أن تكون النهاية قبل البداية.').waitFor()
    expect(await field('venue').inputValue()).toBe(hostile)
    await look('fault')
    await field('end').fill('2031-12-21T10:00')
    await field('file').setInputFiles({ name: 'swim.png', mimeType: 'image/png', buffer: picture })
    wait()
    await send()
    await heading(page, 'بقيت خطوة واحدة').waitFor()
    await look('sent')

    const link = await linkIn()
    await scan(link)
    await page.goto(link)
    await page.getByText('لم يُؤكَّد بعد').waitFor()
    await look('unconfirmed')
    await page.getByRole('button', { name: 'نعم، أنا من أرسله' }).tap()
    await page.getByText('ينتظر النظر فيه').waitFor()
    await look('waiting')
    const [mine] = await waiting()
    await decide(mine.id, 'ask', { message: hostile })
    await page.goto(link)
    await page.getByText('لدى المحررين سؤال').waitFor()
    await look('asked')
    await page.getByRole('link', { name: 'صحّحه' }).tap()
    await field('title').fill('سباحة الشتاء')
    await look('correction')
    await send()
    await page.getByText('ينتظر النظر فيه').waitFor()
    const { body } = await decide(mine.id, 'accept', { message: hostile })
    await page.goto(link)
    await page.getByText('قُبل').waitFor()
    await look('accepted')

    await page.getByRole('link', { name: 'اعرض الفعالية' }).tap()
    await heading(page, 'سباحة الشتاء').waitFor()
    await page.getByRole('link', { name: 'اقترح تعديلًا' }).tap()
    await heading(page, 'اقترح تعديلًا').waitFor()
    await look('change')
    await page.goto(`/submit/report/${body.event.id}`)
    await look('report')
    await page.goto('/submission/unknown')
    await look('unknown')
  })
})
