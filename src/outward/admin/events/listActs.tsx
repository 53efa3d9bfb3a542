import { weekStart } from '../dates.ts'
import { Icon } from '../icons.tsx'
import { Later } from '../lazyScreen.tsx'
import { Pop } from '../pop.tsx'
import { to } from '../route.ts'
import { t } from '../texts.ts'
import { narrowedQuery } from './filterValues.ts'
import { hasDays } from './query.ts'
import type { Shown } from './shown.ts'
import { typedMonth } from './typedMonth.ts'

/** The way to the month, and what can be done with the whole list. */
export function ListActs({ shown }: { readonly shown: Shown }) {
  const month = typedMonth(shown)
  const narrowed = narrowedQuery(month ? { ...shown, search: month.rest } : shown)
  return (
    <>
      <nav class="seg" aria-label={t('viewOf')}>
        <a href={to('events', narrowed)} aria-current="page">
          {t('listView')}
        </a>
        <a href={to('events', { view: 'month', ...monthFor(shown), ...narrowed })}>{t('monthView')}</a>
      </nav>
      <button class="plain" type="button" popovertarget="list-menu">
        <Icon name="more" />
        <span>{t('more')}</span>
      </button>
      <Pop id="list-menu" class="menu" label={t('more')}>
        {() => <Later load={loadMenu} with={{ shown }} />}
      </Pop>
    </>
  )
}

/** The weeks of the month view that have what the list shows, the day where it shows one alone, and the days to come back to. */
function monthFor(shown: Shown): Readonly<Record<string, string>> {
  const month = hasDays(shown) ? undefined : typedMonth(shown)
  const { first, last } = month ?? shown
  const days = [first, last].filter((day) => day !== '').toSorted()
  const [day] = days
  if (day === undefined) return {}
  const isOne = days.length === 2 && days[0] === days[1]
  return { start: weekStart(day), ...(isOne ? { day } : {}), first, last }
}

const loadMenu = () => import('./more.tsx').then(({ ListMenu }) => ListMenu)
