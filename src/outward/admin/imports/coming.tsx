import { useSignal } from '@preact/signals'
import { dayText, timeText } from '../dates.ts'
import { t as frame } from '../texts.ts'
import type { Import } from './asks.ts'
import { t, tn } from './texts.ts'

/** How many are listed at first. */
const mostListed = 8

/** The events that an import would make, with their dates; of very many the first. */
export function Coming({ tried }: { readonly tried: Import }) {
  const isWhole = useSignal(false)
  const { coming = [], counts } = tried.report
  if (coming.length === 0) return null
  const listed = isWhole.value ? coming : coming.slice(0, mostListed)
  const untold = (counts['event']?.created ?? 0) - coming.length
  return (
    <section class="coming" aria-labelledby="coming">
      <h3 id="coming">{t('coming')}</h3>
      <ul class="items two">
        {listed.map(({ key, title, start_date, all_day }) => (
          <li key={key}>
            <p class="what" dir="auto">
              {title}
            </p>
            <span class="count">
              {dayText(start_date)}, {all_day ? frame('allDay') : timeText(start_date)}
            </span>
          </li>
        ))}
      </ul>
      {listed.length < coming.length && (
        <p class="acts">
          <button
            class="plain"
            type="button"
            onClick={() => {
              isWhole.value = true
            }}
          >
            {tn('showMore', coming.length - listed.length)}
          </button>
        </p>
      )}
      {listed.length === coming.length && untold > 0 && <p class="dim">{tn('comingRest', untold)}</p>}
    </section>
  )
}
