import { addDays, monthText, wallNow, weekStart } from '../dates.ts'
import type { Group } from '../kit/table.tsx'
import type { EventRecord } from '../records.ts'
import { t } from '../texts.ts'
import type { Shown, Tab } from './shown.ts'

/** The events of a page, under the headings of their time; under none where the order is not that of the dates. */
export function groupsOf(shown: Shown, events: readonly EventRecord[]): readonly Group<EventRecord>[] {
  if (!isByTime(shown)) return [{ heading: '', rows: events }]
  const groups: { heading: string; rows: EventRecord[] }[] = []
  for (const event of events) {
    const heading = headingOf(shown.tab, event)
    const last = groups.at(-1)
    if (last?.heading === heading) last.rows.push(event)
    else groups.push({ heading, rows: [event] })
  }
  return groups
}

/** Whether the event stands under “today”: it needs no day of its own. */
export function isUnderToday(shown: Shown, event: EventRecord): boolean {
  return isByTime(shown) && headingOf(shown.tab, event) === t('today')
}

function isByTime({ tab, order }: Shown): boolean {
  return tab !== 'trash' && !order?.endsWith('title')
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
