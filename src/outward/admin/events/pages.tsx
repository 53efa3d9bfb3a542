import { Icon } from '../icons.tsx'
import type { EventPage } from '../records.ts'
import { go, to } from '../route.ts'
import { numberText, t } from '../texts.ts'
import { isNarrowed } from './filterValues.ts'
import { addressOf, hasDays, perPage, type Shown } from './query.ts'

/** The way to other pages of the list. */
export function Pages({ shown, page }: { readonly shown: Shown; readonly page: EventPage }) {
  const at = (number: number) => to('events', addressOf({ ...shown, page: number }))
  const first = (shown.page - 1) * perPage + 1
  const from = numberText(first)
  const until = numberText(first + page.events.length - 1)
  return (
    <nav class="pages" aria-label={t('pages')}>
      <span class="dim" role="status">
        {t('shownOf', { from, until, total: numberText(page.total) })}
      </span>
      <span class="acts">
        {shown.page > 1 && (
          <a class="button plain" href={at(shown.page - 1)} rel="prev">
            <Icon name="back" />
            {t('previousPage')}
          </a>
        )}
        {shown.page < page.total_pages && (
          <a class="button plain" href={at(shown.page + 1)} rel="next">
            {t('nextPage')}
            <Icon name="forward" />
          </a>
        )}
      </span>
    </nav>
  )
}

/** Said where the list has nothing. */
export function Nothing({ shown }: { readonly shown: Shown }) {
  const isAny = isNarrowed(shown) || hasDays(shown) || shown.series !== ''
  const says = {
    upcoming: t('nothingUpcoming'),
    waiting: t('nothingWaiting'),
    drafts: t('nothingDrafts'),
    past: t('nothingPast'),
    trash: t('nothingTrash'),
  }
  return (
    <div class="notice" role="status">
      <Icon name="calendar" />
      <div>
        <p>{isAny ? t('nothingFound') : says[shown.tab]}</p>
        <p class="acts">
          {isAny ? (
            <button
              class="plain"
              type="button"
              onClick={() => go(to('events', { tab: shown.tab === 'upcoming' ? undefined : shown.tab }))}
            >
              {t('showAll')}
            </button>
          ) : (
            <a class="button" href={to('events/new')}>
              {t('newEvent')}
            </a>
          )}
        </p>
      </div>
    </div>
  )
}
