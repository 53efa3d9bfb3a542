import type { Answered, TestApp } from './app.ts'

/** When tests of series take place: before the first date of theirs. */
export const nowOfSeries = Temporal.Instant.from('2031-03-01T12:00Z')

/** What makes a series of six Tuesdays. */
export const yoga = {
  title: 'Yoga',
  start_date: '2031-03-04 19:00:00',
  end_date: '2031-03-04 20:30:00',
  recurrence: 'RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=6',
}

/** The days of {@link yoga}. */
export const yogaDays = ['2031-03-04', '2031-03-11', '2031-03-18', '2031-03-25', '2031-04-01', '2031-04-08']

/** A date of a series, as lists show it. */
export interface Dated {
  readonly id: number
  readonly slug: string
  readonly title: string
  readonly start_date: string
  readonly status: string
  readonly event_status?: string
  readonly series?: { readonly id: number; readonly key: string; readonly changed: readonly string[] }
}

/** Makes series of {@link yoga} in a calendar, and reads and changes their dates as an administrator. */
export function seriesIn(app: () => TestApp) {
  async function datesOf(series: number, query: object = {}): Promise<Dated[]> {
    const { events } = await app().read(
      'events',
      { post_parent: series, per_page: 50, start_date: '2030-01-01', end_date: '2040-01-01', ...query },
      'administrator',
    )
    return events
  }
  return {
    datesOf,
    make: async (more: object = {}): Promise<{ series: number; dates: readonly Dated[] }> => {
      const { series } = await app().create('events', { ...yoga, ...more })
      return { series: series.id, dates: await datesOf(series.id) }
    },
    send: async (
      path: string,
      json: object,
      method: 'PUT' | 'PATCH' | 'DELETE' | 'POST' = 'PATCH',
    ): Promise<Answered> => app().ask({ as: 'administrator', method, path, json }),
  }
}

/** The date at a place, from the end where that is negative. Throws where there is none. */
export function at(dates: readonly Dated[], index: number): Dated {
  const date = dates.at(index)
  if (!date) throw new Error(`There is no date ${index}.`)
  return date
}

export const starts = (dates: readonly Dated[]) => dates.map(({ start_date }) => start_date)
