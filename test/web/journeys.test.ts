import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { faultsOf } from './axe.ts'
import { giveOwnPassword, ownPassword } from '../support/signedIn.ts'
import { openCity, titles } from './reading.ts'

const { app, reading } = await openCity()

describe('finding', () => {
  test('a concert near me on one weekend: say what and when, then “Near me”', async () => {
    await reading(
      '/',
      async (page) => {
        await page.getByLabel('Search events').fill('concert')
        await page.getByRole('button', { name: 'Search' }).click()
        await pickDates(page, '2031-03-22', '2031-03-23')
        await page.getByRole('button', { name: 'Near me' }).click()
        await found(page, '1 event')
        expect(await titles(page)).toEqual(['Spring Concert'])
        expect(await page.getByLabel('Search events').inputValue()).toBe('concert')
        // The one that is far away comes back without the place.
        await page.getByRole('link', { name: /^Within 10 km of you\s?: remove/ }).click()
        await found(page, '2 events')
        expect(await titles(page)).toEqual(['Choir Concert in Far Away', 'Spring Concert'])
      },
      { geolocation: { latitude: 52.5, longitude: 13.4 }, permissions: ['geolocation'] },
    )
  })

  test('who does not tell where they are is told so, and goes on without', async () => {
    await reading('/list', async (page) => {
      await page.getByRole('button', { name: 'Near me' }).click()
      await page.locator('.near').getByText('Your position could not be found.').waitFor()
      await page.getByLabel('Search events').fill('quartet')
      await page.getByRole('button', { name: 'Search' }).click()
      await page.waitForURL('**/list?q=quartet')
      expect(await titles(page)).toEqual(['Travelling Quartet'])
    })
  })

  test('“Near me” on the front page leads to what is near, or says why not and to the field for a place', async () => {
    const near = (page: Page) => page.locator('.hero').getByRole('link', { name: 'Near me' })
    await reading(
      '/',
      async (page) => {
        await near(page).click()
        await page.waitForURL('**/list?near=52.500%2C13.400')
      },
      { geolocation: { latitude: 52.5, longitude: 13.4 }, permissions: ['geolocation'] },
    )
    await reading('/', async (page) => {
      await near(page).click()
      await page.locator('.hero').getByText('Your position could not be found.').waitFor()
      await near(page).click()
      await page.waitForURL('**/list#near')
      await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('near')
    })
  })

  test('by day, venue and more, and then all again', async () => {
    await reading('/list', async (page) => {
      await pickDates(page, '2031-03-15', '2031-03-15')
      await page.getByLabel('Venue').selectOption({ label: 'City Hall (2)' })
      await page.getByRole('button', { name: 'Show events' }).click()
      await found(page, '2 events')
      expect(await titles(page)).toEqual(['Spring Exhibition: “Light & Water”', 'Flea Market'])
      // What is chosen is still seen.
      expect((await page.getByLabel('Venue').locator('option:checked').textContent())?.trim()).toBe(
        'City Hall (2)',
      )
      expect(await page.locator('.active .chip').allTextContents()).toEqual([
        expect.stringContaining('15 March'),
        expect.stringContaining('City Hall'),
      ])
      await page.getByRole('link', { name: 'Clear all filters' }).click()
      await page.getByRole('heading', { level: 1, name: 'Upcoming events' }).waitFor()
    })
  })

  test.each(['ID', 'name', 'both'])(
    'the tree shows the category that an address gives by %s',
    async (form) => {
      const { categories } = await app.read('categories', { search: 'concerts' })
      const id = String(categories[0]?.id)
      const value = { ID: id, name: 'CONCERTS', both: `sport,${id}` }[form] ?? ''
      await reading(`/list?categories=${value}`, async (page) => {
        const names = form === 'both' ? ['concerts', 'sport'] : ['concerts']
        const boxes = page.locator('.tree input:checked')
        expect(await boxes.evaluateAll((all) => all.map((one) => one.getAttribute('value')))).toEqual(names)
        expect(await boxes.first().isVisible()).toBe(true)
        await page.getByRole('button', { name: 'Show events' }).click()
        await page.waitForURL(
          (url) => url.searchParams.getAll('categories').toSorted().join(',') === names.join(','),
        )
      })
    },
  )

  test('nothing, and what to do about it', async () => {
    await reading('/list?search=unicorns&categories=sport', async (page) => {
      await page.getByRole('heading', { name: 'Nothing matches your search' }).waitFor()
      expect(await page.getByText('Try other words').count()).toBe(1)
      await page.getByRole('link', { name: 'Without “unicorns” 2 events' }).click()
      expect(await titles(page)).toEqual(['Chess in the Park', 'Half Marathon'])
    })
  })

  test('on and on: further events come by themselves, each once', async () => {
    await reading('/list', async (page) => {
      const events = page.locator('.running a, .rows h3')
      expect(await events.count()).toBe(20)
      await page.locator('[data-pager]').scrollIntoViewIfNeeded()
      await expect.poll(() => events.count()).toBeGreaterThan(30)
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
    await reading('/list', async (page) => {
      await page.locator('a[rel="next"].button').focus()
      await expect.poll(() => page.locator('.rows h3').count()).toBeGreaterThan(30)
      const focused = await page.evaluate<string | undefined>(
        `document.activeElement.closest('[data-list], [data-pager]')?.tagName`,
      )
      expect(['NAV', 'DIV']).toContain(focused)
    })
  })
})

/** Chooses days beside the quick ones. */
async function pickDates(page: Page, from: string, until: string): Promise<void> {
  await page.locator('summary', { hasText: 'Pick dates' }).click()
  await page.getByLabel('From').fill(from)
  await page.getByLabel('Until').fill(until)
  await page.getByRole('button', { name: 'Show these dates' }).click()
}

/** Waits until the page says that it has so many events. */
async function found(page: Page, text: string): Promise<void> {
  await page.locator('.found', { hasText: text }).waitFor()
}

describe('an event', () => {
  test('is opened from the list and kept in a calendar', async () => {
    await reading(
      '/',
      async (page) => {
        await page.getByRole('link', { name: 'Travelling Quartet' }).click()
        await page.getByRole('heading', { level: 1, name: 'Travelling Quartet' }).waitFor()
        // Its script says it, which may run a moment after the page is there.
        await page.getByText('In your time zone: 11 Mar 2031, 14:30–17:00', { exact: true }).waitFor()
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
      expect(await page.getByRole('link', { name: 'City Hall' }).count()).toBe(2)
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
    expect(await page.evaluate<string>(`document.activeElement.name`)).toBe('q')
    await page.keyboard.type('quartet')
    await page.keyboard.press('Enter')
    await page.waitForURL('**q=quartet**')
    for (let steps = 0; steps < 60 && (await focus()) !== 'Travelling Quartet'; steps += 1)
      await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/event/travelling-quartet/')
    for (let steps = 0; steps < 40 && (await focus()) !== 'Add to calendar'; steps += 1)
      await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await focus()).toBe('Google Calendar')
  })
})

test('what is suggested while somebody types is reached by keyboard, and goes away', async () => {
  await reading('/list', async (page) => {
    const field = page.getByRole('combobox', { name: 'Search events' })
    await field.pressSequentially('quart')
    const option = page.getByRole('option', { name: /^Travelling Quartet/ })
    await option.waitFor()
    expect(await field.getAttribute('aria-expanded')).toBe('true')
    expect(await faultsOf(page)).toEqual([])
    await page.keyboard.press('ArrowDown')
    expect(await option.getAttribute('aria-selected')).toBe('true')
    expect(await field.getAttribute('aria-activedescendant')).toBe(await option.getAttribute('id'))
    await page.keyboard.press('Escape')
    expect(await option.isVisible()).toBe(false)
    expect(await field.inputValue()).toBe('quart')
    await page.keyboard.press('ArrowDown')
    await option.waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Travelling Quartet' }).waitFor()
    await page.goto('/list?lang=de')
    await page.getByRole('combobox').first().pressSequentially('quart')
    expect(await page.getByRole('option').first().locator('strong').getAttribute('lang')).toMatch(/^en/)
    expect(await page.getByRole('option').first().locator('bdi').getAttribute('lang')).toMatch(/^en/)
  })
})

test('without JavaScript there is everything but what only a script can do', async () => {
  await reading(
    '/list',
    async (page) => {
      expect(await page.getByRole('button', { name: 'Near me' }).isVisible()).toBe(false)
      await page.getByRole('link', { name: 'Next page' }).click()
      await page.getByText('Page 2 of 3').waitFor()
      await page.goto('/list?search=&when=next_weekend&categories=concerts')
      expect(await titles(page)).toEqual(['Choir Concert in Far Away', 'Spring Concert'])
      await page.getByRole('link', { name: 'Spring Concert' }).click()
      await page.locator('summary', { hasText: 'Share' }).click()
      expect(await page.getByRole('link', { name: 'By e-mail' }).isVisible()).toBe(true)
      await page.goto('/map')
      await page.getByRole('link', { name: 'Travelling Quartet', exact: true }).click()
      await page.getByRole('heading', { level: 1, name: 'Travelling Quartet' }).waitFor()
      await page.getByRole('link', { name: 'Old Mill' }).first().click()
      await page.getByRole('heading', { level: 1, name: 'Old Mill' }).waitFor()
    },
    { javaScriptEnabled: false },
  )
})

test('an editor who signs in sees drafts, marked as such, and nobody else does', async () => {
  const login = await giveOwnPassword(app, 'editor')
  await reading('/list?search=unfinished', async (page) => expect(await titles(page)).toEqual([]))
  await reading('/', async (page) => {
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByLabel('Name or email address').fill(login)
    await page.getByLabel('Password').fill(ownPassword)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText(`Signed in as ${login}`).waitFor()
    await page.getByLabel('Search events').fill('unfinished')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.waitForURL('**q=unfinished**')
    expect(await titles(page)).toEqual(['Unfinished Plans'])
    expect(await page.locator('.row .tag.warn').textContent()).toBe('Draft')
    await page.getByRole('link', { name: 'Unfinished Plans' }).click()
    await page.getByRole('heading', { level: 1, name: 'Unfinished Plans' }).waitFor()
  })
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
  await reading('/', async (page) => {
    for (const path of paths) {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      if (path === '/map')
        for (const pin of await page.locator('.pin').all()) await pin.dispatchEvent('click')
      expect(await page.evaluate<boolean>(`'ran' in window`), path).toBe(false)
      expect(await page.locator('script:not([src]):not([type="application/ld+json"])').count(), path).toBe(0)
    }
  })
  await app.ask({ as: 'administrator', method: 'DELETE', path: `events/${event.id}`, query: { force: true } })
})
