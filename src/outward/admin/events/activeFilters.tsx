import { Later } from '../lazyScreen.tsx'
import type { EventRecord } from '../records.ts'
import { go, to } from '../route.ts'
import { t } from '../texts.ts'
import { Chip } from '../kit/chip.tsx'
import { addressOf, chosenBy, hasDays } from './query.ts'
import type { Shown } from './shown.ts'
import { titleOf } from '../common/title.ts'
import { searched, typedMonth } from './typedMonth.ts'
import { everything } from './filterValues.ts'
import { SearchTools } from './tools.tsx'

/** What narrows the list. */
export function Tools(props: {
  readonly shown: Shown
  readonly total: number | undefined
  /** The first event that is shown: where the dates of one series are shown, it is called by that. */
  readonly series: EventRecord | undefined
}) {
  const { shown, total, series } = props
  const show = (change: Partial<Shown>) => go(to('events', addressOf({ ...shown, page: 1, ...change })), true)
  const { tab, days, first, last } = shown
  const period = { days, first, last, onChange: show }
  const month = typedMonth(shown)
  return (
    <SearchTools
      narrowed={shown}
      within={chosenBy(shown)}
      total={total}
      onChange={(change) =>
        show(change.search === undefined ? change : { ...change, ...searched(shown, change.search) })
      }
      onShowAll={() =>
        show({ ...everything, series: '', isEvery: false, days: undefined, first: '', last: '' })
      }
      filters={<Later load={loadPeriod} with={{ ...period, tab }} />}
      chips={
        (shown.series !== '' || shown.isEvery || hasDays(shown) || month) && (
          <>
            {month && !hasDays(shown) && (
              <Later
                load={loadMonthChip}
                with={{
                  month,
                  text: shown.search,
                  onRemove: () => show({ search: month.rest }),
                  onWords: () => show({ isWords: true }),
                }}
              />
            )}
            {hasDays(shown) && <Later load={loadPeriodChip} with={period} />}
            {shown.series !== '' && (
              <Chip name={series ? titleOf(series) : t('repeats')} onRemove={() => show({ series: '' })} />
            )}
            {shown.isEvery && <Chip name={t('everyDate')} onRemove={() => show({ isEvery: false })} />}
          </>
        )
      }
    />
  )
}

const loadPeriod = () => import('./period.tsx').then(({ Period }) => Period)
const loadPeriodChip = () => import('./period.tsx').then(({ PeriodChip }) => PeriodChip)
const loadMonthChip = () => import('./monthChip.tsx').then(({ MonthChip }) => MonthChip)
