import { Icon } from '../icons.tsx'
import { Pages } from '../kit/pages.tsx'
import type { EventPage } from '../records.ts'
import { go, to } from '../route.ts'
import { numberText, t } from '../texts.ts'
import { isNarrowed } from './filterValues.ts'
import { addressOf, hasDays, perPage } from './query.ts'
import type { Shown } from './shown.ts'

/** The way to other pages of the list. */
export function EventPages({ shown, page }: { readonly shown: Shown; readonly page: EventPage }) {
  const first = (shown.page - 1) * perPage + 1
  const from = numberText(first)
  const until = numberText(first + page.events.length - 1)
  return (
    <Pages
      says={t('shownOf', { from, until, total: numberText(page.total) })}
      page={shown.page}
      pages={page.total_pages}
      at={(number) => to('events', addressOf({ ...shown, page: number }))}
    />
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
