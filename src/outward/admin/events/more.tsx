import { queryText } from '../api.ts'
import { Icon } from '../icons.tsx'
import { OwnColumns } from '../own/columns.tsx'
import { rest } from '../place.ts'
import { closePop } from '../pop.tsx'
import { go, to } from '../route.ts'
import { categories } from '../terms.ts'
import { isCompact, setCompact } from './compact.ts'
import { idsOf } from './filterValues.ts'
import { addressOf, chosenBy } from './query.ts'
import type { Shown } from './shown.ts'
import { t } from './texts.ts'

const close = () => closePop('list-menu')

/** What can be done with the list as a whole. */
export function ListMenu({ shown }: { readonly shown: Shown }) {
  const mayUnfold =
    (shown.tab === 'upcoming' || shown.tab === 'waiting' || shown.tab === 'drafts') && shown.series === ''
  return (
    <ul>
      <li>
        <a href={tableOf(shown)} download onClick={close}>
          <Icon name="download" />
          {t('asTable')}
        </a>
      </li>
      <li>
        <a href={feedOf(shown)} onClick={close}>
          <Icon name="export" />
          {t('asFeed')}
        </a>
      </li>
      <li>
        <button
          type="button"
          aria-pressed={isCompact.value}
          onClick={() => {
            setCompact(!isCompact.value)
            close()
          }}
        >
          <Icon name={isCompact.value ? 'check' : 'bullets'} />
          {t('compact')}
        </button>
      </li>
      {mayUnfold && <Unfold shown={shown} />}
      <OwnColumns kind="event" />
    </ul>
  )
}

/** Shows each date of a series in a row of its own, or one row for all of them. */
function Unfold({ shown }: { readonly shown: Shown }) {
  return (
    <li>
      <button
        type="button"
        aria-pressed={shown.isEvery}
        onClick={() => {
          close()
          go(to('events', addressOf({ ...shown, isEvery: !shown.isEvery, page: 1 })), true)
        }}
      >
        <Icon name={shown.isEvery ? 'check' : 'calendar'} />
        {t('showEvery')}
      </button>
    </li>
  )
}

/** The address of all that the list has, as a table. */
function tableOf(shown: Shown): string {
  return `${rest}/events.csv${queryText(chosenBy(shown))}`
}

/** The address of the screen that makes feeds, with what the list is narrowed by. */
function feedOf({ category, venue, organizer, search, first, last }: Shown): string {
  const slugs = idsOf(category).flatMap((id) => categories.value.get(id)?.slug ?? [])
  return to('share', { categories: slugs.join(','), venue, organizer, search, from: first, until: last })
}
