import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openCity } from './reading.ts'

const { app, reading } = await openCity()

test('on phones a full day says how many more it has, and a week begins today', async () => {
  const ids = await crowdOn('2031-03-26', 73)
  const phone = { viewport: { width: 390, height: 844 } }
  await reading(
    '/month/2031-03#d-2031-03-26',
    async (page) => {
      const day = page.locator('#d-2031-03-26')
      const shown = await day.locator('li:not(:has(.more)):visible').count()
      expect(shown).toBeGreaterThan(20)
      const [all] =
        /\d+/.exec(
          (await dayOf(page, '2031-03-26').locator('.tap .hidden').textContent())?.split(', ').at(-1) ?? '',
        ) ?? []
      expect(await day.locator('.more:visible').allTextContents()).toEqual([
        expect.stringMatching(new RegExp(`^${Number(all) - shown} more`)),
      ])
      await day.locator('.more:visible').click()
      await page.waitForURL('**/day/2031-03-26')
    },
    phone,
  )
  await reading(
    '/week/2031-03-11',
    async (page) => {
      const tops = await page.locator('.week .day h2').evaluateAll((heads) =>
        heads
          .map((head) => ({
            top: head.getBoundingClientRect().top,
            day: Number(head.querySelector('b')?.textContent),
          }))
          .toSorted((one, other) => one.top - other.top),
      )
      expect(tops.map(({ day }) => day)).toEqual([11, 12, 13, 14, 15, 16, 10])
    },
    phone,
  )
  for (const id of ids) await app.remove(`events/${id}`)
})

test('long words stay in their column, whatever the window', async () => {
  const words = [
    'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
    'Lentokonesuihkuturbiinimoottoriapumekaanikkoaliupseerioppilas',
  ]
  const ids = []
  for (const [at, word] of words.entries())
    ids.push(
      (
        await app.create('events', {
          title: `${word} lädt ein`,
          start_date: `2031-03-1${2 + at} 10:00`,
          end_date: `2031-03-1${2 + at} 11:00`,
          venue: { venue: words[1 - at] },
          event_status: 'moved_online',
          attendance_mode: 'mixed',
        })
      ).id,
    )
  for (const width of [1024, 1440, 1920])
    for (const path of ['/month/2031-03', '/week/2031-03-12'])
      await reading(
        path,
        async (page) => {
          const out = await page.locator('.day').evaluateAll((days) =>
            days.flatMap((day) => {
              const column = day.getBoundingClientRect()
              return [...day.querySelectorAll('a, b, bdi, span, time')]
                .filter((part) => part.closest('.hidden, .extra') === null)
                .filter((part) => part.getBoundingClientRect().right > column.right + 1)
                .map((part) => part.textContent)
            }),
          )
          expect(out, `${path} at ${width}`).toEqual([])
          // A time stands beside its dot, also before a word that needs a line.
          const split = await page.locator('.entries li:visible > a').evaluateAll(
            (links) =>
              links.filter((link) => {
                const time = link.querySelector('.t')?.getBoundingClientRect()
                return time !== undefined && time.top > link.getBoundingClientRect().top + 12
              }).length,
          )
          expect(split).toBe(0)
        },
        { viewport: { width, height: 900 }, locale: 'de-DE' },
      )
  for (const id of ids) await app.remove(`events/${id}`)
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
