import { expect, test } from 'vitest'
import { places } from './demo.city.ts'
import { pictures } from './demo.pictures.ts'
import { plannedEvents, planYear } from './demo.plan.ts'
import { looks } from './demo.strand.ts'

const today = Temporal.PlainDate.from('2031-02-15')
const year = planYear(today)

test('the same day and seed plan the same year, another seed another one', () => {
  expect(planYear(today, 1)).toEqual(year)
  expect(planYear(today, 2).map(({ title }) => title)).not.toEqual(year.map(({ title }) => title))
})

test.each(['2028-02-29', '2031-02-15', '2031-12-31'])(
  'around %s a whole year is full, some of it past',
  (day) => {
    const date = Temporal.PlainDate.from(day)
    const planned = planYear(date)
    expect(planned).toHaveLength(plannedEvents)
    const starts = planned.map(({ start }) => date.until(start.toPlainDate()).days)
    expect(Math.min(...starts)).toBeGreaterThanOrEqual(-60)
    expect(Math.max(...starts)).toBeLessThan(390)
    const quarters = [-60, 31, 122, 213].map(
      (from) => starts.filter((at) => at >= from && at < from + 91).length,
    )
    expect(Math.min(...quarters)).toBeGreaterThan(350)
  },
)

test('texts have no gaps, and the first sentence is about the person whom the title names', () => {
  for (const { title, excerpt, description, category } of year) {
    expect(`${title}${description}`).not.toMatch(/[{}]|undefined/)
    // One is there that has nothing.
    if (category.length === 0) continue
    expect(excerpt).not.toBe('')
    expect(description).toMatch(/^<p>.+<\/p>$/s)
  }
  const introduced = year.filter(({ excerpt }) =>
    excerpt.includes(' talks about a book that took nine years'),
  )
  expect(introduced.length).toBeGreaterThan(0)
  for (const { title, excerpt } of introduced.filter(({ title }) => !title.startsWith('Book Group')))
    expect(title).toContain(excerpt.split(' talks')[0])
})

test('there are evenings in a row, days on end, weekly series, festivals, and nothing ends before it starts', () => {
  const known = new Set(places().map(({ name }) => name))
  for (const { start, end, venues } of year) {
    expect(Temporal.PlainDateTime.compare(start, end)).toBeLessThanOrEqual(0)
    expect(venues.filter((name) => !known.has(name))).toEqual([])
  }
  expect(
    year.filter(({ isAllDay, start, end }) => isAllDay && start.until(end).days > 20).length,
  ).toBeGreaterThan(5)
  expect(year.filter(({ title }) => title === 'Farmers’ Market')).toHaveLength(53)
  expect(year.filter(({ isSticky }) => isSticky)).toHaveLength(2)
  expect(year.filter(({ category }) => category.length === 3).length).toBeGreaterThan(1000)
})

test('around the day there is one of each kind that a page shows in a way of its own', () => {
  const near = year.filter(({ start, end }) => {
    const [from, to] = [start, end].map((wall) => today.until(wall.toPlainDate()).days)
    return (from ?? 0) <= 7 && (to ?? 0) >= 0
  })
  expect(near.map(({ happening }) => happening?.event_status)).toContain('canceled')
  expect(near.map(({ happening }) => happening?.event_status)).toContain('postponed')
  expect(near.map(({ happening }) => happening?.attendance_mode)).toContain('online')
  expect(near.map(({ happening }) => happening?.attendance_mode)).toContain('mixed')
  expect(near.filter(({ tickets }) => tickets === 'sold out')).toHaveLength(1)
  expect(Math.max(...near.map(({ title }) => title.length))).toBeGreaterThanOrEqual(120)
  expect(near.filter(({ isAllDay, start, end }) => isAllDay && start.until(end).days > 20)).not.toEqual([])
  // One ends today, and of one only the time is known.
  const lastDay = near.filter(({ start, end }) => end.toPlainDate().equals(today) && !start.equals(end))
  expect(lastDay.map(({ title }) => title)).toContain('The Quilt Room')
  const bare = near.filter(({ look, organizer, venues }) => !look && !organizer && venues.length === 0)
  expect(bare).toMatchObject([{ description: '', category: [], cost: [] }])
})

test('every look has pictures of its own', () => {
  expect(new Set(pictures().map(({ look }) => look))).toEqual(new Set(looks))
  expect(new Set(pictures().map(({ svg }) => svg)).size).toBe(pictures().length)
})
