import { Tabs } from '../kit/tabs.tsx'
import { to } from '../route.ts'
import { t } from '../texts.ts'
import { addressOf } from './query.ts'
import { type Shown, type Tab, tabs } from './shown.ts'

/** Which events the list has, and how many of them there are. */
export function EventTabs(props: {
  readonly shown: Shown
  readonly counts: Readonly<Partial<Record<Tab, number>>>
}) {
  const { shown, counts } = props
  const all = tabs.map((tab) => ({
    href: to('events', addressOf({ ...shown, tab, page: 1 })),
    says: t(tab),
    count: counts[tab],
    isHere: tab === shown.tab,
  }))
  return <Tabs label={t('whichEvents')} tabs={all} />
}
