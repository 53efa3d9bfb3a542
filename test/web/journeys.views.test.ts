import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openCity, titles } from './reading.ts'

const { app, reader, reading } = await openCity()

test('one walks from month to month and back to today', async () => {
  await reading('/month/2031-03', async (page) => {
    const heading = page.getByRole('heading', { level: 1 })
    expect(await heading.textContent()).toBe('March 2031')
    await page.locator('.steps').getByRole('link', { name: 'April 2031' }).click()
    await page.waitForURL('**/month/2031-04')
    expect(await heading.textContent()).toBe('April 2031')
    await page.locator('.steps').getByRole('link', { name: 'May 2031' }).click()
    await page.waitForURL('**/month/2031-05')
    await page.getByRole('link', { name: 'Today' }).click()
    await page.waitForURL('**/month/2031-03')
    expect(await page.locator('.day.today .open span:not(.hidden)').textContent()).toBe('11')
  })
})

test('a month draws what lasts several days as one bar over all of them, and nothing upon anything else', async () => {
  await reading('/month/2031-03', async (page) => {
    const festival = await page.getByRole('link', { name: 'Harbour Festival' }).first().boundingBox()
    const friday = await dayOf(page, '2031-03-14').boundingBox()
    if (!festival || !friday) throw new Error('nothing was drawn')
    expect(festival.width / friday.width).toBeGreaterThan(2.8)
    expect(festival.width / friday.width).toBeLessThan(3.05)
    const texts = (name: string) => page.locator('.bars a', { hasText: name }).allTextContents()
    expect(await texts('Harbour Festival')).toEqual([
      expect.stringMatching(/^Harbour Festival, 14\s–\s16 March$/),
    ])
    // An exhibition has one bar in each of its weeks.
    const exhibition = await texts('Spring Exhibition')
    expect(exhibition).toHaveLength(6)
    expect(exhibition.every((text) => text.startsWith('Spring'))).toBe(true)
    expect(await overlaps(page, '.month a:visible')).toEqual([])
  })
})

test('on a phone a month is short: what is on today stands below it, and another day after a tap, without a script', async () => {
  await reading(
    '/month/2031-03',
    async (page) => {
      const shown = () => page.locator('.entries:visible').evaluateAll((all) => all.map(({ id }) => id))
      expect(await shown()).toEqual(['d-2031-03-11'])
      expect(await page.getByRole('link', { name: 'Morning Market' }).isVisible()).toBe(true)
      expect(await page.evaluate<number>('document.documentElement.scrollHeight')).toBeLessThan(2000)
      await page.getByRole('link', { name: 'Saturday 15 March, 5 events' }).click()
      expect(await shown()).toEqual(['d-2031-03-15'])
      for (const name of ['Flea Market', 'Jazz Night', 'Harbour Festival', 'Spring Exhibition'])
        expect(await page.locator('.entries:visible').getByRole('link', { name }).count(), name).toBe(1)
    },
    { viewport: { width: 360, height: 740 }, javaScriptEnabled: false },
  )
})

test('only another week leads to this one', async () => {
  const today = (path: string, count: number) =>
    reading(path, async (page) => {
      expect(await page.getByRole('link', { name: 'Today', exact: true }).count()).toBe(count)
    })
  await today('/week/2031-03-13', 0)
  await today('/week/2031-03-17', 1)
})

test('a week is seven columns in the order of time, in which nothing overlaps', async () => {
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
    expect(chess.y).toBeGreaterThanOrEqual(rehearsal.y + rehearsal.height)
    expect(lecture.y).toBeGreaterThanOrEqual(chess.y + chess.height)
    expect([chess.x, lecture.x]).toEqual([rehearsal.x, rehearsal.x])
    expect(await page.locator('.week .day').count()).toBe(7)
    expect(await overlaps(page, '.week a:visible')).toEqual([])
  })
})

test('a month draws exhibitions past a crowded day in one piece each week, and that day alone says that there is more', async () => {
  const ids: number[] = await crowdOn('2031-09-10', 6)
  for (const [title, end_date] of [
    ['Maps', '2031-09-28'],
    ['Moths', '2031-09-27'],
    ['Masks of the World', '2031-09-26'],
  ])
    ids.push((await app.create('events', { title, start_date: '2031-09-01', end_date, all_day: true })).id)
  await reading('/month/2031-09', async (page) => {
    const row = page.locator('.wk', { has: page.locator('[id="d-2031-09-10"]') })
    const day = (await row.locator('.day').first().boundingBox())?.width ?? 0
    const daysOf = async (name: string) => {
      const bars = row.locator('.bars a', { hasText: name })
      const widths = await bars.evaluateAll((all) => all.map((bar) => bar.getBoundingClientRect().width))
      return widths.map((width) => Math.round(width / day))
    }
    expect(await Promise.all(['Maps', 'Moths', 'Masks of the World'].map(daysOf))).toEqual([[7], [7], [7]])
    expect(await page.locator('.more:visible').allTextContents()).toEqual(['3 more, 10 September'])
    expect(await overlaps(page, '.month a:visible')).toEqual([])
    // On a phone the day has all of it below the month.
    await page.setViewportSize({ width: 360, height: 740 })
    await page.getByRole('link', { name: 'Wednesday 10 September, 9 events' }).click()
    const entries = page.locator('.entries:visible')
    expect(await entries.getByRole('link', { name: /^18:00 Workshop/ }).count()).toBe(6)
    for (const name of ['Maps', 'Moths', 'Masks of the World'])
      expect(await entries.getByRole('link', { name }).count()).toBe(1)
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
  for (const [month, day] of [
    ['2031-07', 'Wednesday 30 July'],
    ['2031-08', 'Friday 1 August'],
  ] as const) {
    await reading(`/month/${month}`, async (page) => {
      expect(await page.locator('.bars a:visible', { hasText: 'Turn of the Month' }).count()).toBe(1)
      await page.setViewportSize({ width: 360, height: 740 })
      await page.getByRole('link', { name: day }).click()
      expect(await page.locator('.entries:visible a', { hasText: 'Turn of the Month' }).count()).toBe(1)
    })
  }
  await app.remove(`events/${id}`)
})

test.each([
  ['en-GB', 1440],
  ['en-US', 1024],
  ['ar-EG', 1000],
])('a week in %s, %i pixels wide, cuts no line of its events', async (locale, width) => {
  const ids = await crowdOn('2031-09-10', 3)
  const options = { locale, viewport: { width, height: 900 } }
  await reading(
    '/week/2031-09-10',
    async (page) => {
      const boxes = await page.evaluate<[hidden: number, beside: number][]>(
        `[...document.querySelectorAll('.slots a')].map((link) =>
          [link.scrollHeight - link.clientHeight, link.scrollWidth - link.clientWidth])`,
      )
      expect(boxes).toHaveLength(3)
      for (const box of boxes) expect(Math.max(...box)).toBeLessThanOrEqual(1)
    },
    options,
  )
  for (const id of ids) await app.remove(`events/${id}`)
})

test('a tablet that is held upright has no room for days side by side, and lists the days of a week', async () => {
  await reading(
    '/week/2031-03-11',
    async (page) => {
      const width = async () => (await page.locator('.slots a').first().boundingBox())?.width ?? 0
      expect(await width()).toBeGreaterThan(600)
      expect(await page.getByRole('heading', { name: 'Tuesday 11' }).isVisible()).toBe(true)
      await page.setViewportSize({ width: 1024, height: 768 })
      expect(await width()).toBeLessThan(150)
    },
    { viewport: { width: 768, height: 1024 } },
  )
})

test('a week tells who listens on which day its events are, and on a phone what lasts for days', async () => {
  await reading('/week/2031-03-11', async (page) => {
    const day = page.locator('.week .day', {
      has: page.getByRole('heading', { name: 'Tuesday 11 March' }),
    })
    expect(await day.locator('.list').getByRole('link').allTextContents()).toEqual([
      expect.stringContaining('Morning Market'),
      expect.stringContaining('Story Hour for Small Ears'),
      expect.stringContaining('Travelling Quartet'),
    ])
    expect(await page.locator('.week h2').first().isVisible()).toBe(true)
    await page.setViewportSize({ width: 360, height: 740 })
    const bars = page.getByRole('list', { name: 'On for several days' })
    expect(await bars.getByRole('link', { name: /Spring Exhibition.*1 March/ }).isVisible()).toBe(true)
  })
})

test('whoever reads from right to left sees where a title begins, whichever way it is written', async () => {
  await reading(
    '/month/2031-03',
    async (page) => {
      const link = page.getByRole('link', { name: 'Open Rehearsal' }).first()
      const isLeftToRight = await link.evaluate((one) =>
        [one, one.querySelector('bdi')].map((part) => part?.matches(':dir(ltr)')),
      )
      expect(isLeftToRight).toEqual([false, true])
    },
    { locale: 'ar-EG' },
  )
})

test('a month says how much more is on than there is room for, and leads there; a week has room', async () => {
  const ids = await crowdOn('2031-05-05', 8)
  await reading('/month/2031-05', async (page) => {
    await page.getByRole('link', { name: '5 more' }).click()
    await page.waitForURL('**/day/2031-05-05')
    expect(await page.locator('.row').count()).toBe(8)
  })
  await reading('/week/2031-05-05', async (page) => {
    expect(await page.locator('.slots').getByRole('link', { name: 'Workshop' }).count()).toBe(8)
  })
  for (const id of ids) await app.remove(`events/${id}`)
})

test('a day has a page of all that is on', async () => {
  await reading('/month/2031-03', async (page) => {
    await page.getByRole('link', { name: 'Saturday 15 March, 5 events' }).click()
    await page.waitForURL('**/day/2031-03-15')
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Saturday, 15 March 2031')
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
    // Three places of the city, and one far away.
    expect(await page.locator('.pin').allTextContents()).toEqual(['3', expect.stringMatching(/\d/)])
    const first = page.locator('.map-list li').first()
    await page.locator('.pin').first().click()
    await expect.poll(() => first.evaluate((one) => one.matches(':target'))).toBe(true)
  })
  expect(asked.filter((url) => !url.startsWith(reader.origin))).toEqual([])
})

/** A day of a month. */
function dayOf(page: Page, date: string) {
  return page.locator('.day', { has: page.locator(`[id="d-${date}"]`) })
}

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
