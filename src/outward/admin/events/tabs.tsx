import { to } from '../route.ts'
import { numberText, t } from '../texts.ts'
import { addressOf, type Shown, type Tab, tabs } from './query.ts'

/** Which events the list has, and how many of them there are. */
export function Tabs({
  shown,
  counts,
}: {
  readonly shown: Shown
  readonly counts: Readonly<Partial<Record<Tab, number>>>
}) {
  const names = {
    upcoming: t('upcoming'),
    waiting: t('waiting'),
    drafts: t('drafts'),
    past: t('past'),
    trash: t('trash'),
  }
  return (
    <nav class="tabs" aria-label={t('whichEvents')}>
      {tabs.map((tab) => (
        <a
          key={tab}
          href={to('events', addressOf({ ...shown, tab, page: 1 }))}
          aria-current={tab === shown.tab ? 'page' : undefined}
        >
          {names[tab]}
          {counts[tab] !== undefined && <span class="count">{numberText(counts[tab])}</span>}
        </a>
      ))}
    </nav>
  )
}
