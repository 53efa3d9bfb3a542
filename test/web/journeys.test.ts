import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { createCity } from './city.ts'
import { createReader, type Reader } from './reader.ts'

let app: TestApp
let reader: Reader
beforeAll(async () => {
  app = await createCity()
  reader = await createReader(app)
})
afterAll(async () => {
  await reader.close()
  await app.close()
})

/** Reads a page, and closes the browser window afterwards. Whatever a page reports as an error fails the test. */
async function reading(
  path: string,
  read: (page: Page) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<void> {
  const context = await reader.open({ locale: 'en-GB', ...options })
  const errors: string[] = []
  try {
    const page = await context.newPage()
    page.on('pageerror', ({ message }) => errors.push(message))
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes('status of 40')) errors.push(message.text())
    })
    await page.goto(path)
    await read(page)
  } finally {
    await context.close()
  }
  expect(errors).toEqual([])
}

const titles = (page: Page) => page.locator('.card h3').allTextContents()

describe('finding', () => {
  test('a concert near me next weekend: say what and when, then “Near me”', async () => {
    await reading(
      '/',
      async (page) => {
        await page.getByLabel('What').fill('concert')
        await page.getByLabel('When').selectOption('Next weekend')
        await page.getByRole('button', { name: 'Near me' }).click()
        await page.getByRole('heading', { level: 1, name: '1 event' }).waitFor()
        expect(await titles(page)).toEqual(['Spring Concert'])
        expect(await page.getByLabel('What').inputValue()).toBe('concert')
        // The one that is far away comes back without the place.
        await page.getByRole('link', { name: 'Remove filter: Near me' }).click()
        await page.getByRole('heading', { level: 1, name: '2 events' }).waitFor()
        expect(await titles(page)).toEqual(['Choir Concert in Far Away', 'Spring Concert'])
      },
      { geolocation: { latitude: 52.5, longitude: 13.4 }, permissions: ['geolocation'] },
    )
  })

  test('who does not tell where they are is told so, and goes on without', async () => {
    await reading('/', async (page) => {
      await page.getByRole('button', { name: 'Near me' }).click()
      await page.getByRole('button', { name: 'Your position could not be found.' }).waitFor()
      await page.getByLabel('What').fill('quartet')
      await page.getByRole('button', { name: 'Search' }).click()
      await page.waitForURL('**/?search=quartet')
      expect(await titles(page)).toEqual(['Travelling Quartet'])
    })
  })

  test('by day, venue and more, and then all again', async () => {
    await reading('/', async (page) => {
      await page.getByText('More filters').click()
      await page.getByLabel('From').fill('2031-03-15')
      await page.getByLabel('Until').fill('2031-03-15')
      await page.getByLabel('Venue').selectOption('City Hall')
      await page.getByRole('button', { name: 'Search' }).click()
      await page.getByRole('heading', { level: 1, name: '2 events' }).waitFor()
      expect(await titles(page)).toEqual(['Spring Exhibition: “Light & Water”', 'Flea Market'])
      // What is chosen is still seen.
      expect((await page.getByLabel('Venue').locator('option:checked').textContent())?.trim()).toBe(
        'City Hall',
      )
      await page.getByRole('link', { name: 'Clear all filters' }).click()
      await page.getByRole('heading', { level: 1, name: 'Upcoming events' }).waitFor()
    })
  })

  test('nothing, and what to do about it', async () => {
    await reading('/?search=unicorns', async (page) => {
      await page.getByRole('heading', { name: 'Nothing matches your search' }).waitFor()
      expect(await page.getByText('Try other words').count()).toBe(1)
    })
  })

  test('on and on: further events come by themselves, each once', async () => {
    await reading('/', async (page) => {
      expect(await page.locator('.card').count()).toBe(20)
      await page.locator('[data-pager]').scrollIntoViewIfNeeded()
      await expect.poll(() => page.locator('.card').count()).toBeGreaterThan(30)
      await page.locator('.colophon').scrollIntoViewIfNeeded()
      await expect.poll(() => page.locator('a[rel="next"].button').count()).toBe(0)
      const all = await titles(page)
      const { total } = (await app.ask({ path: 'events', query: { ends_after: '2031-03-10' } })).body
      expect(all).toHaveLength(total)
      const days = await page
        .locator('[data-day]')
        .evaluateAll((days) => days.map((day) => day.getAttribute('data-day')))
      expect(new Set(days).size).toBe(days.length)
    })
  })
})

describe('the calendar', () => {
  test('is walked from month to month and back to today', async () => {
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

  test('draws what lasts several days over all of them, and nothing upon anything else', async () => {
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

  test('draws a week by hours, what overlaps side by side', async () => {
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

  test('says how much more is on than there is room for, and leads there', async () => {
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

  test('has a page of all that is on in a day', async () => {
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

  test('has a map that gathers what is close, and works without tiles and without asking anybody', async () => {
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
})

describe('an event', () => {
  test('is opened from the list and kept in a calendar', async () => {
    await reading(
      '/',
      async (page) => {
        await page.getByRole('link', { name: 'Travelling Quartet' }).click()
        await page.getByRole('heading', { level: 1, name: 'Travelling Quartet' }).waitFor()
        expect(await page.locator('.local').textContent()).toBe(
          'In your time zone: 11 Mar 2031, 14:30 – 17:00'.replace(' – ', '–'),
        )
        await page.locator('summary', { hasText: 'Add to calendar' }).click()
        const google = new URL(
          (await page.getByRole('link', { name: 'Google Calendar' }).getAttribute('href')) ?? '',
        )
        expect(Object.fromEntries(google.searchParams)).toMatchObject({
          text: 'Travelling Quartet',
          dates: '20310311T183000Z/20310311T210000Z',
          location: 'Old Mill, Mill Lane 4, 12043 Exampleton, Germany',
        })
        const file = page.getByRole('link', { name: 'Calendar file' })
        const ical = await page.request.get((await file.getAttribute('href')) ?? '')
        expect(ical.headers()['content-type']).toContain('text/calendar')
        expect(await ical.text()).toContain('SUMMARY:Travelling Quartet')
        await page.keyboard.press('Escape')
        expect(await file.isVisible()).toBe(false)
      },
      { timezoneId: 'America/New_York' },
    )
  })

  test('behind a password shows itself to who knows it, and tells others that theirs is wrong', async () => {
    await reading('/event/members-evening/', async (page) => {
      expect(await page.content()).not.toContain('City Hall')
      await page.getByLabel('Password').fill('guess')
      await page.getByRole('button', { name: 'Show event' }).click()
      await page.getByRole('alert').waitFor()
      await page.getByLabel('Password').fill('sesame')
      await page.getByRole('button', { name: 'Show event' }).click()
      await page.getByRole('heading', { level: 1, name: 'Members’ Evening' }).waitFor()
      expect(await page.getByRole('link', { name: 'City Hall' }).count()).toBe(1)
      expect(page.url()).not.toContain('sesame')
    })
  })
})

test('everything is reached with the keyboard alone', async () => {
  await reading('/', async (page) => {
    const focus = () => page.evaluate<string>(`document.activeElement.textContent.trim()`)
    await page.keyboard.press('Tab')
    expect(await focus()).toBe('Skip to content')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await page.evaluate<string>(`document.activeElement.name`)).toBe('search')
    await page.keyboard.type('quartet')
    await page.keyboard.press('Enter')
    await page.waitForURL('**search=quartet**')
    for (let steps = 0; steps < 40 && (await focus()) !== 'Travelling Quartet'; steps += 1)
      await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/event/travelling-quartet/')
    for (let steps = 0; steps < 40 && (await focus()) !== 'Add to calendar'; steps += 1)
      await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await focus()).toBe('Calendar file (.ics)')
  })
})

test('without JavaScript there is everything but what only a script can do', async () => {
  await reading(
    '/',
    async (page) => {
      expect(await page.getByRole('button', { name: 'Near me' }).isVisible()).toBe(false)
      await page.getByRole('link', { name: 'Next page' }).click()
      await page.getByText('Page 2 of 3').waitFor()
      await page.goto('/?search=&when=next_weekend&categories=concerts')
      expect(await titles(page)).toEqual(['Choir Concert in Far Away', 'Spring Concert'])
      await page.getByRole('link', { name: 'Spring Concert' }).click()
      await page.locator('summary', { hasText: 'Share' }).click()
      expect(await page.getByRole('link', { name: 'By e-mail' }).isVisible()).toBe(true)
      await page.goto('/map')
      await page.getByRole('link', { name: 'Old Mill' }).click()
      await page.getByRole('heading', { level: 1, name: 'Old Mill' }).waitFor()
    },
    { javaScriptEnabled: false },
  )
})

test('an editor who signs in sees drafts, marked as such, and nobody else does', async () => {
  const [username = '', password = ''] = app.credentials.editor.split(':')
  await reading('/?search=unfinished', async (page) => expect(await titles(page)).toEqual([]))
  await reading(
    '/',
    async (page) => {
      await page.getByRole('link', { name: 'Sign in' }).click()
      await page.getByText(`Signed in as ${username}`).waitFor()
      await page.getByLabel('What').fill('unfinished')
      await page.getByRole('button', { name: 'Search' }).click()
      await page.waitForURL('**search=unfinished**')
      expect(await titles(page)).toEqual(['Unfinished Plans'])
      expect(await page.locator('.card .chip.status').textContent()).toBe('Draft')
      await page.getByRole('link', { name: 'Unfinished Plans' }).click()
      await page.getByRole('heading', { level: 1, name: 'Unfinished Plans' }).waitFor()
    },
    { httpCredentials: { username, password } },
  )
})

test('a hostile title runs nowhere', async () => {
  const hostile = `<img src=x onerror="window.ran=1">"><svg/onload=window.ran=2></title><script>window.ran=3</script>{{7*7}}`
  const event = await app.create('events', {
    title: hostile,
    description: hostile,
    start_date: '2031-03-11 20:00:00',
    end_date: '2031-03-14 21:00:00',
    venue: { venue: hostile, address: hostile, geo_lat: 52.6, geo_lng: 13.4 },
    organizer: { organizer: hostile },
    tags: [hostile],
  })
  const paths = [
    '/',
    '/month/2031-03',
    '/week/2031-03-11',
    '/day/2031-03-11',
    '/map',
    event.url.replace('http://localhost', ''),
  ]
  for (const path of paths) {
    await reading(path, async (page) => {
      await page.waitForLoadState('networkidle')
      if (path === '/map') for (const pin of await page.locator('.pin').all()) await pin.click()
      expect(await page.evaluate<boolean>(`'ran' in window`), path).toBe(false)
      expect(await page.locator('script:not([src]):not([type="application/ld+json"])').count(), path).toBe(0)
    })
  }
  await app.ask({ as: 'administrator', method: 'DELETE', path: `events/${event.id}`, query: { force: true } })
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
