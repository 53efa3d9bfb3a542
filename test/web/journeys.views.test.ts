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
    expect(await page.locator('a:visible', { hasText: 'Harbour Festival' }).textContent()).toBe(
      '12:00 Harbour Festival',
    )
    expect(await page.locator('a', { hasText: 'Spring Exhibition' }).first().textContent()).toMatch(/^Spring/)
    expect(await overlaps(page, '.weeks li a')).toEqual([])
  })
})

test('on a phone, where a month is long, one gets to its today', async () => {
  await reading('/month/2031-03', async (page) => {
    const today = page.getByRole('link', { name: 'Today', exact: true })
    expect(await today.count()).toBe(0)
    await page.setViewportSize({ width: 360, height: 500 })
    await today.click()
    const day = page.locator('section', { has: page.getByRole('link', { name: 'Tuesday, 11 March 2031' }) })
    await expect.poll(async () => (await day.boundingBox())?.y ?? 500).toBeLessThan(100)
    expect(new URL(page.url()).pathname).toBe('/month/2031-03')
  })
})

test('only another week leads to this one', async () => {
  const today = (path: string, count: number) =>
    reading(path, async (page) => {
      expect(await page.getByRole('link', { name: 'Today', exact: true }).count()).toBe(count)
    })
  await today('/week/2031-03-13', 0)
  await today('/week/2031-03-17', 1)
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

test('a month draws two exhibitions past a crowded day and others around it, which alone says that there is more', async () => {
  const ids: number[] = await crowdOn('2031-09-10', 6)
  for (const [title, end_date] of [
    ['Maps', '2031-09-28'],
    ['Moths', '2031-09-27'],
    ['Masks of the World', '2031-09-26'],
  ])
    ids.push((await app.create('events', { title, start_date: '2031-09-01', end_date, all_day: true })).id)
  await reading('/month/2031-09', async (page) => {
    const row = page.locator('.row', { has: page.locator('time[datetime="2031-09-10"]') })
    const day = (await row.locator('section').first().boundingBox())?.width ?? 0
    const daysOf = async (name: string) => {
      const links = row.getByRole('link', { name })
      const widths = await links.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().width))
      return widths.map((width) => Math.round(width / day))
    }
    expect(await Promise.all(['Maps', 'Moths', 'Masks of the World'].map(daysOf))).toEqual([[7], [7], [2, 4]])
    expect(await page.locator('.more').allTextContents()).toEqual([
      expect.stringMatching(/3 more\s+10 September/),
    ])
    expect(await overlaps(page, '.weeks li a')).toEqual([])
    // Where days stand one below the other, each says what is on, or how much more.
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await row.getByRole('heading').count()).toBe(7)
    expect(await row.getByRole('link', { name: 'Maps' }).count()).toBe(7)
    expect(await row.getByRole('link', { name: 'Masks of the World' }).count()).toBe(6)
  })
  for (const id of ids) await app.remove(`events/${id}`)
})

test('what goes on from one month to the next is named in both, on a phone too', async () => {
  const { id } = await app.create('events', {
    title: 'Turn of the Month',
    start_date: '2031-07-30',
    end_date: '2031-08-01',
    all_day: true,
  })
  for (const [month, days] of [
    ['2031-07', ['30 July', '31 July']],
    ['2031-08', ['1 August']],
  ] as const) {
    await reading(`/month/${month}`, async (page) => {
      expect(await page.locator('.weeks a:visible', { hasText: 'Turn of the Month' }).count()).toBe(2)
      await page.setViewportSize({ width: 360, height: 740 })
      const shown = page.locator('section', { has: page.getByRole('link', { name: 'Turn of the Month' }) })
      expect(await shown.getByRole('heading').allTextContents()).toEqual(
        days.map((day): unknown => expect.stringContaining(day)),
      )
    })
  }
  await app.remove(`events/${id}`)
})

test.each([
  ['en-GB', 1440],
  ['en-US', 1024],
  ['ar-EG', 920],
])('a week in %s, %i pixels wide, cuts no line of three events side by side', async (locale, width) => {
  const ids = await crowdOn('2031-09-10', 3)
  const options = { locale, viewport: { width, height: 900 } }
  await reading(
    '/week/2031-09-10',
    async (page) => {
      const boxes = await page.evaluate<[lines: number, height: number, room: number][]>(
        `[...document.querySelectorAll('.column li a')].map((link) => {
          const text = link.firstElementChild
          return [text.clientHeight / parseFloat(getComputedStyle(text).lineHeight), text.clientHeight, link.clientHeight]
        })`,
      )
      expect(boxes).toHaveLength(3)
      for (const [lines, height, room] of boxes) {
        expect(Math.abs(lines - Math.round(lines))).toBeLessThan(0.1)
        expect(lines).toBeGreaterThan(1)
        expect(height).toBeLessThan(room)
      }
    },
    options,
  )
  for (const id of ids) await app.remove(`events/${id}`)
})

test('a tablet that is held upright has no room for hours side by side, and lists the days of a week', async () => {
  await reading(
    '/week/2031-03-11',
    async (page) => {
      const width = async () => (await page.locator('.column a').first().boundingBox())?.width ?? 0
      expect(await width()).toBeGreaterThan(600)
      expect(await page.getByRole('heading', { name: 'Tuesday, 11 March 2031' }).isVisible()).toBe(true)
      await page.setViewportSize({ width: 1024, height: 768 })
      expect(await width()).toBeLessThan(150)
    },
    { viewport: { width: 768, height: 1024 } },
  )
})

test('a week tells who listens on which day its hours are, and on a phone what lasts all day', async () => {
  await reading('/week/2031-03-11', async (page) => {
    const day = page.locator('.column', {
      has: page.getByRole('heading', { name: 'Tuesday, 11 March 2031' }),
    })
    expect(await day.getByRole('link').allTextContents()).toEqual([
      expect.stringContaining('Morning Market'),
      expect.stringContaining('Story Hour for Small Ears'),
      expect.stringContaining('Travelling Quartet'),
    ])
    expect(await page.locator('.column h2').first().isVisible()).toBe(true)
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await page.getByText('All day', { exact: true }).isVisible()).toBe(true)
  })
})

test('whoever reads from right to left sees where a title begins, whichever way it is written', async () => {
  await reading(
    '/month/2031-03',
    async (page) => {
      const link = page.getByRole('link', { name: 'Open Rehearsal' })
      const isLeftToRight = await link.evaluate((one) =>
        [one, one.querySelector('time')].map((part) => part?.matches(':dir(ltr)')),
      )
      expect(isLeftToRight).toEqual([true, false])
    },
    { locale: 'ar-EG' },
  )
})

test('months and weeks say how much more is on than there is room for, and lead there', async () => {
  const ids = await crowdOn('2031-05-05', 8)
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
  for (const id of ids) await app.remove(`events/${id}`)
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

/** Events of the same evening; answers their ids. */
async function crowdOn(day: string, count: number): Promise<number[]> {
  const ids: number[] = []
  for (let at = 0; at < count; at += 1) {
    const times = { start_date: `${day} 18:00:00`, end_date: `${day} 20:00:00` }
    ids.push((await app.create('events', { title: `Workshop ${at} for whoever comes`, ...times })).id)
  }
  return ids
}

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
