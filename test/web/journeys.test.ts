import { describe, expect, test } from 'vitest'
import { faultsOf } from './axe.ts'
import { openCity, titles } from './reading.ts'

const { app, reading } = await openCity()

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

  test.each(['ID', 'name', 'both'])('a menu shows the category that an address gives by %s', async (form) => {
    const { categories } = await app.read('categories', { search: 'concerts' })
    const id = String(categories[0]?.id)
    const value = { ID: id, name: 'CONCERTS', both: `sport,${id}` }[form] ?? ''
    await reading(`/?categories=${value}`, async (page) => {
      const menu = page.getByLabel('Category')
      const name = form === 'both' ? 'Sport, Concerts' : 'Concerts'
      expect((await menu.locator('option:checked').textContent())?.trim()).toBe(name)
      expect(await menu.locator('option', { hasText: 'Concerts' }).count()).toBe(form === 'both' ? 2 : 1)
      await page.getByRole('button', { name: 'Search' }).click()
      await page.waitForURL((url) => url.searchParams.get('categories') === value)
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

  test('who has come to the end with the keyboard stays there while further events come', async () => {
    await reading('/', async (page) => {
      await page.locator('a[rel="next"].button').focus()
      await expect.poll(() => page.locator('.card').count()).toBeGreaterThan(30)
      const focused = await page.evaluate<string | undefined>(
        `document.activeElement.closest('[data-list], [data-pager]')?.tagName`,
      )
      expect(['NAV', 'DIV']).toContain(focused)
    })
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

test('a wide description stays on the page: words whole, pictures as they are, the rest a key away', async () => {
  const cells = Array.from({ length: 12 }, (_, stage) => `<td>Instrumentalists of stage ${stage}</td>`)
  const { id, url } = await app.create('events', {
    title: 'Wide Programme',
    start_date: '2031-10-01 18:00',
    end_date: '2031-10-01 19:00',
    description: `<table><tr>${cells.join('')}</tr></table><pre>${'wide '.repeat(60)}</pre><figure><img src="/favicon.ico" alt="Sign" width="48" height="48"></figure>`,
  })
  await reading(
    new URL(url).pathname,
    async (page) => {
      const words = await page.evaluate<number[]>(
        `[...document.querySelectorAll('.text td')].map((cell) => {
          const range = document.createRange()
          range.setStart(cell.firstChild, 0)
          range.setEnd(cell.firstChild, 'Instrumentalists'.length)
          return range.getClientRects().length
        })`,
      )
      expect(words).toEqual(cells.map(() => 1))
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
      expect((await page.getByRole('img', { name: 'Sign' }).boundingBox())?.width).toBe(48)
      const table = page.getByRole('table')
      await table.focus()
      await page.keyboard.press('ArrowRight')
      await expect.poll(() => table.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0)
      expect(await faultsOf(page)).toEqual([])
    },
    { viewport: { width: 360, height: 740 } },
  )
  await app.remove(`events/${id}`)
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
