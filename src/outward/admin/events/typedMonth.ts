import { wallNow } from '../dates.ts'
import { monthIn, type TypedMonth } from '../find/months.ts'
import { t } from '../find/texts.ts'
import { locale } from '../place.ts'
import type { Shown } from './shown.ts'

/** The month in the words that are looked for, and the other words; undefined where they name none, or are meant as words. */
export function typedMonth({
  search,
  tab,
  isWords,
}: Pick<Shown, 'search' | 'tab' | 'isWords'>): TypedMonth | undefined {
  if (search === '' || isWords) return undefined
  return monthIn(search, {
    today: wallNow().slice(0, 10),
    locale,
    before: t('before'),
    isBack: tab === 'past',
  })
}

/** What is looked for in place of something else: a month that is over is among what is past, one to come is not. */
export function searched(shown: Shown, search: string): Partial<Shown> {
  const found = typedMonth({ ...shown, search, isWords: false })
  if (!found) return { search, isWords: false }
  const today = wallNow().slice(0, 10)
  const tab = found.last < today && shown.tab === 'upcoming' ? 'past' : shown.tab
  return {
    search,
    isWords: false,
    tab: found.first > today && tab === 'past' ? 'upcoming' : tab,
    // The month is meant now, whatever days were shown before.
    days: undefined,
    first: '',
    last: '',
  }
}
