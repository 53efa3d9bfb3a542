import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openCity, titles } from './reading.ts'

const { app, reader, reading } = await openCity()

test('one walks from month to month and back to today', async () => {
  await reading('/month/2031-03', async (page) => {
    const heading = page.getByRole('heading', { level: 1 })
    expect(await heading.textContent()).toBe('March 2031')
    await page.getByRole('link', { name: 'Next month' }).click()
    await page.waitForURL('**/month/2031-04')
    expect(await heading.textContent()).toBe('April 2031')
    await page.getByRole('link', { name: 'Next month' }).click()
    await page.waitForURL('**/month/2031-05')
    await page.getByRole('link', { name: 'Today' }).click()
    await page.waitForURL('**/month/2031-03')
    expect(await page.locator('.cell.today .number').textContent()).toBe('11')
  })
})

test('a month draws what lasts several days over all of them, and nothing upon anything else', async () => {
  await reading('/month/2031-03', async (page) => {
    const festival = await page.getByRole('link', { name: 'Harbour Festival' }).boundingBox()
    const friday = await page
      .locator('section', { has: page.locator('time[datetime="2031-03-14"]') })
      .boundingBox()
    if (!festival || !friday) throw new Error('nothing was drawn')
    expect(festival.width / friday.width).toBeGreaterThan(2.8)
    expect(festival.width / friday.width).toBeLessThan(3)
    expect(await overlaps(page, '.weeks li a')).toEqual([])
  })
})

test('a week is drawn by hours, what overlaps side by side', async () => {
  await reading('/week/2031-03-11', async (page) => {
    const box = async (name: string) => {
      const found = await page.getByRole('link', { name }).boundingBox()
      if (!found) throw new Error(`${name} is not drawn`)
      return found
    }
    const [rehearsal, chess, lecture] = [
      await box('Open Rehearsal'),
      await box('Chess in the Park'),
      await box('Lunch Lecture'),
    ]
    expect(chess.y).toBeGreaterThan(rehearsal.y)
    expect(chess.x).toBeGreaterThan(rehearsal.x + rehearsal.width)
    expect(lecture.x).toBeGreaterThan(chess.x + chess.width)
    expect(chess.height / lecture.height).toBeCloseTo(2.5, 0)
    expect(await overlaps(page, '.column li a')).toEqual([])
  })
})

test('months and weeks say how much more is on than there is room for, and lead there', async () => {
  const ids: number[] = []
  for (let at = 0; at < 8; at += 1) {
    const times = { start_date: '2031-05-05 18:00:00', end_date: '2031-05-05 19:00:00' }
    ids.push((await app.create('events', { title: `Workshop ${at}`, ...times })).id)
  }
  for (const [path, more] of [
    ['/month/2031-05', '2 more'],
    ['/week/2031-05-05', '5 more'],
  ] as const) {
    await reading(path, async (page) => {
      await page.getByRole('link', { name: more }).click()
      await page.waitForURL('**/day/2031-05-05')
      expect(await page.locator('.card').count()).toBe(8)
    })
  }
  for (const id of ids)
    await app.ask({ as: 'administrator', method: 'DELETE', path: `events/${id}`, query: { force: true } })
})

test('a day has a page of all that is on', async () => {
  await reading('/month/2031-03', async (page) => {
    await page.getByRole('link', { name: 'Saturday, 15 March 2031' }).click()
    await page.waitForURL('**/day/2031-03-15')
    expect(await titles(page)).toEqual([
      'Spring Exhibition: “Light & Water”',
      'Harbour Festival',
      'Flea Market',
      'Puppets on Strings',
      'Jazz Night',
    ])
  })
})

test('the map gathers what is close, and works without tiles and without asking anybody', async () => {
  const asked: string[] = []
  await reading('/map', async (page) => {
    page.on('request', (request) => asked.push(request.url()))
    await page.reload()
    const cluster = page.locator('.cluster', { hasText: '3' })
    await cluster.waitFor()
    await cluster.click()
    await page.locator('.pin[title="Harbour Stage"]').click()
    await page.locator('.leaflet-popup').getByRole('link', { name: 'Harbour Stage' }).click()
    await page.waitForURL('**/venue/harbour-stage/')
  })
  expect(asked.filter((url) => !url.startsWith(reader.origin))).toEqual([])
})

/** Pairs of links that are drawn upon one another. */
async function overlaps(page: Page, selector: string): Promise<string[]> {
  return page.locator(selector).evaluateAll((links) => {
    const boxes = links.map((link) => ({ text: link.textContent ?? '', box: link.getBoundingClientRect() }))
    return boxes.flatMap(({ text, box }, at) =>
      boxes
        .slice(at + 1)
        .filter(
          ({ box: other }) =>
            box.left < other.right - 1 &&
            other.left < box.right - 1 &&
            box.top < other.bottom - 1 &&
            other.top < box.bottom - 1,
        )
        .map((other) => `${text} / ${other.text}`),
    )
  })
}
