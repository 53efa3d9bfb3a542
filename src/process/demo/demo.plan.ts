import { type Chance, chanceFrom, itemAt } from './demo.chance.ts'
import { places } from './demo.city.ts'
import { festivals } from './demo.festivals.ts'
import { learningStrands } from './demo.learning.ts'
import { musicStrands } from './demo.music.ts'
import { outdoorStrands } from './demo.outdoors.ts'
import { stageStrands } from './demo.stage.ts'
import { specialsAround } from './demo.special.ts'
import type { PlannedEvent } from './demo.planned.ts'
import type { Festival, Series, Strand, VenueKind } from './demo.strand.ts'
import { compose } from './demo.texts.ts'
import { weekly } from './demo.weekly.ts'

/** How many events the year has. */
export const plannedEvents = 2000

/** How long ago the year begins, in days, so that there are past events too. */
const daysBefore = 60
const daysOfYear = 365

const strands = [...musicStrands, ...stageStrands, ...learningStrands, ...outdoorStrands]

/** A city’s year around the day, earliest first; the same for the same day and seed. */
export function planYear(today: Temporal.PlainDate, seed = 1): PlannedEvent[] {
  const chance = chanceFrom(seed)
  const first = today.subtract({ days: daysBefore })
  const planned = [
    ...festivals.map((festival) => festivalIn(first, festival, chance)),
    ...weekly.flatMap((series) => seriesIn(first, series, chance)),
    ...specialsAround(today),
  ]
  const total = strands.reduce((sum, { weight }) => sum + weight, 0)
  while (planned.length < plannedEvents) {
    const strand = byWeight(chance.next() * total)
    const run = runIn(first, strand, chance)
    planned.push(...run.slice(0, plannedEvents - planned.length))
  }
  return planned.toSorted((one, other) => Temporal.PlainDateTime.compare(one.start, other.start))
}

function byWeight(share: number): Strand {
  let left = share
  return strands.find(({ weight }) => (left -= weight) < 0) ?? itemAt(strands, 0)
}

function festivalIn(first: Temporal.PlainDate, festival: Festival, chance: Chance): PlannedEvent {
  const { month, day, weekday, days, venues } = festival
  const inYear = (year: number) => onOrAfter(Temporal.PlainDate.from({ year, month, day }), weekday)
  const date = [first.year, first.year + 1]
    .map(inYear)
    .find((date) => Temporal.PlainDate.compare(date, first) >= 0)
  const start = (date ?? first).toPlainDateTime('00:00')
  return {
    ...shared(festival, festival.title, chance),
    venues,
    organizer: festival.organizer,
    start,
    end: start.add({ days: days - 1 }),
    isAllDay: true,
    isFeatured: true,
    isSticky: festival.isSticky === true,
  }
}

function seriesIn(first: Temporal.PlainDate, series: Series, chance: Chance): PlannedEvent[] {
  const { title, venue, organizer, weekday, start, lasts, every } = series
  const begin = onOrAfter(first, weekday)
  const many = Math.ceil(daysOfYear / 7 / every)
  const last = begin.add({ weeks: (many - 1) * every })
  // What each of its dates is about stands after a colon.
  const planned = { title: title.replace(/:.*$/, ''), every, last }
  const all = shared(series, title, chance)
  return Array.from({ length: many }, (_, index) => {
    const starts = begin.add({ weeks: index * every }).toPlainDateTime(start)
    return {
      ...all,
      ...(title === planned.title ? {} : { title: shared(series, title, chance).title }),
      venues: [venue],
      organizer,
      start: starts,
      end: starts.add({ minutes: lasts }),
      isAllDay: false,
      isFeatured: false,
      isSticky: false,
      series: planned,
    }
  })
}

/** One event of the strand, or as many as its run has evenings. */
function runIn(first: Temporal.PlainDate, strand: Strand, chance: Chance): PlannedEvent[] {
  const date = dateFor(first, strand, chance)
  const place = chance.pick(placesOf(strand.places))
  const isAllDay = strand.starts.length === 0
  const time = isAllDay ? '00:00' : chance.pick(strand.starts)
  const lasts = chance.pick(strand.lasts)
  const event = {
    ...shared(strand, chance.pick(strand.titles), chance),
    venues: [place],
    organizer: chance.pick(strand.organizers),
    isAllDay,
    isFeatured: chance.happens(0.03),
    isSticky: false,
  }
  return Array.from({ length: strand.run ? chance.pick(strand.run) : 1 }, (_, night) => {
    const start = date.add({ days: night }).toPlainDateTime(time)
    const end = start.add(isAllDay ? { days: lasts - 1 } : { minutes: lasts })
    // Only the first evening is featured.
    return { ...event, start, end, isFeatured: event.isFeatured && night === 0 }
  })
}

function shared(of: Strand | Series | Festival, title: string, chance: Chance) {
  const { about, category, costs, look, tags } = of
  const kept = tags.filter((_, index) => index === 0 || chance.happens(0.6))
  return { ...compose(title, about, chance), category, cost: chance.pick(costs), look, tags: kept }
}

/** A day of the year on which the strand may happen; after some tries any day. */
function dateFor(
  first: Temporal.PlainDate,
  { weekdays, months }: Strand,
  chance: Chance,
): Temporal.PlainDate {
  for (let tries = 0; tries < 100; tries += 1) {
    const date = first.add({ days: Math.floor(chance.next() * daysOfYear) })
    const isOpen = (weekdays?.includes(date.dayOfWeek) ?? true) && (months?.includes(date.month) ?? true)
    if (isOpen) return date
  }
  return first
}

function placesOf(kinds: readonly VenueKind[]): string[] {
  return places()
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ name }) => name)
}

function onOrAfter(date: Temporal.PlainDate, weekday: number): Temporal.PlainDate {
  return date.add({ days: (weekday - date.dayOfWeek + 7) % 7 })
}
