import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { contextOf } from '../../src/process/app.context.ts'
import { readConfig } from '../../src/config/config.ts'
import { demoEnvironment } from '../../src/process/cli/demo.ts'
import { fillDemo } from '../../src/process/demo/demo.write.ts'
import { sitDown } from '../admin/desk.ts'
import { createTestApp } from '../support/app.ts'
import { createReader } from './reader.ts'

/** The clock of the pictures: a Wednesday before a weekend. */
const now = Temporal.Instant.from('2026-11-25T10:00:00Z')

/** The settings of `kalends serve --demo`, with days before months. */
const settings = { ...demoEnvironment, SITE_LOCALE: 'en-GB' }

const desk = { viewport: { width: 1280, height: 960 }, locale: 'en-GB' } as const
const phone = {
  viewport: { width: 390, height: 844 },
  locale: 'en-GB',
  isMobile: true,
  hasTouch: true,
} as const

/** The pictures of `docs/pages.md` by name: what they show, and to whom. */
const pictures = {
  home: ['/', desk],
  'home-phone': ['/', phone],
  list: ['/list', desk],
  'list-filtered': ['/list?search=jazz&free=true&when=next_30_days', desk],
  'list-arabic': ['/list', { ...desk, locale: 'ar' }],
  month: ['/month/2026-12', desk],
  'month-phone': ['/month/2026-12', phone],
  week: ['/week/2026-11-25', desk],
  day: ['/day/2026-11-28', desk],
  map: ['/map?when=weekend', desk],
  event: ['/event/the-velvet-herons-farewell-concert/', desk],
  'event-dark': ['/event/dvorak-by-candlelight/', { ...desk, colorScheme: 'dark' }],
  'event-phone': ['/event/moonlight-regatta/', phone],
  venue: ['/venue/the-blue-lantern/', desk],
  empty: ['/list?search=unicorns&free=true', desk],
  widget: ['/widget', desk],
  docs: ['/docs', desk],
} as const

/** The pictures of `docs/editing.md` by name, likewise; `SERIES` stands for a date of a series. */
const screens = {
  today: ['/admin/', desk],
  events: ['/admin/events', desk],
  event: ['/admin/events/SERIES', desk],
  'event-phone': ['/admin/events/SERIES', phone],
  month: ['/admin/events?view=month', desk],
  proposals: ['/admin/proposals', desk],
  places: ['/admin/venues', desk],
  pictures: ['/admin/pictures', desk],
  share: ['/admin/share', desk],
  'today-arabic': ['/admin/', { ...desk, locale: 'ar', colorScheme: 'dark' }],
} as const

/** Made only on demand: `PICTURES=true npx vitest run --project visits test/web/pictures.test.ts`. */
test.runIf(process.env['PICTURES'] === 'true')(
  'the pictures of the documents on pages and on editing are taken',
  async () => {
    // The demo puts its pictures where the app looks for them.
    const folder = await mkdtemp(join(tmpdir(), 'kalends-pictures-'))
    const environment = { ...settings, DATA_DIR: folder }
    const app = await createTestApp(environment)
    app.setNow(now)
    const context = await contextOf({ config: readConfig(environment), db: app.db, now: () => now })
    const caller = { id: app.ids.editor, role: 'editor', login: 'editor' } as const
    await fillDemo(context, { caller, now, seed: 1, withImages: true, remark: () => {} })
    const reader = await createReader(app)
    for (const [name, [path, options]] of Object.entries(pictures)) {
      const window = await reader.open(options)
      await take(await window.newPage(), path, `pages/${name}`)
      await window.close()
    }
    const series = await app.read('events', { search: 'Knit and Natter', per_page: 1 })
    for (const [name, [path, options]] of Object.entries(screens)) {
      const one = await sitDown(reader, app, 'administrator', options)
      await one.page.clock.setFixedTime(new Date(now.epochMilliseconds))
      // The days of a month are there before what is on them.
      const ready = name === 'month' ? '.entry' : undefined
      await take(one.page, path.replace('SERIES', String(series.events[0]?.id)), `editing/${name}`, ready)
      await one.close()
    }
    await reader.close()
    await app.close()
    await rm(folder, { recursive: true })
  },
)

/** Opens an address and keeps what is in the window, smaller, for the documents; once what is `ready` is there. */
async function take(page: Page, path: string, name: string, ready?: string): Promise<void> {
  const answer = await page.goto(path, { waitUntil: 'networkidle' })
  expect(answer?.status(), path).toBe(200)
  if (ready !== undefined) await page.locator(ready).first().waitFor()
  const { width } = page.viewportSize() ?? desk.viewport
  const picture = await sharp(await page.screenshot())
    .resize({ width: width / 2 > 400 ? 720 : 300 })
    .webp({ quality: 55 })
    .toBuffer()
  await writeFile(new URL(`../../docs/${name}.webp`, import.meta.url), picture)
}
