import { addDays, monthText, wallNow, weekStart } from '../dates.ts'
import type { EventRecord } from '../records.ts'
import { t } from '../texts.ts'
import type { Shown, Tab } from './query.ts'

/** Events under one heading; without one where the order is not that of the dates. */
export interface Group {
  readonly heading: string
  readonly isToday: boolean
  readonly events: readonly EventRecord[]
}

/** The events of a page, under the headings of their time. */
export function groupsOf({ tab, order }: Shown, events: readonly EventRecord[]): readonly Group[] {
  if (tab === 'trash' || order?.endsWith('title')) return [{ heading: '', isToday: false, events }]
  const groups: { heading: string; isToday: boolean; events: EventRecord[] }[] = []
  for (const event of events) {
    const heading = headingOf(tab, event)
    const last = groups.at(-1)
    if (last?.heading === heading) last.events.push(event)
    else groups.push({ heading, isToday: heading === t('today'), events: [event] })
  }
  return groups
}

function headingOf(tab: Tab, { start_date: start }: EventRecord): string {
  const today = wallNow().slice(0, 10)
  const day = start.slice(0, 10)
  if (tab === 'past' || (day < today && tab !== 'upcoming')) return monthText(start)
  if (day < today) return t('begunAlready')
  if (day === today) return t('today')
  const monday = weekStart(today)
  if (day < addDays(monday, 7)) return t('thisWeek')
  if (day < addDays(monday, 14)) return t('nextWeek')
  return monthText(start)
}
