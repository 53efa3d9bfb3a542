import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { tn } from '../common/texts.ts'
import { Pages } from '../kit/pages.tsx'
import { Question } from '../kit/question.tsx'
import { useRead } from '../kit/read.ts'
import { rowStepKeys } from '../kit/rowSteps.ts'
import { Screen } from '../kit/screen.tsx'
import { Table } from '../kit/table.tsx'
import { Tabs } from '../kit/tabs.tsx'
import { lettersState } from '../place.ts'
import { go, to } from '../route.ts'
import { t as frame } from '../texts.ts'
import { say } from '../toasts.tsx'
import { useAct } from '../act.ts'
import { useKeys } from '../useKeys.ts'
import { beginLetter, type Letter, readLetters, readLists, removeLetter, stopLetter } from './asks.ts'
import { Elsewhere } from './elsewhere.tsx'
import { letterColumns, letterName } from './columns.tsx'
import { t } from './texts.ts'

/** How often it is read again how far a letter is, in milliseconds. */
const lookEvery_ms = 2_000

/** The screens of letters: what editors write, to whom, and what people get by themselves. */
export function LetterTabs({ here }: { readonly here: 'letters' | 'lists' | 'digests' }) {
  return (
    <Tabs
      label={frame('letters')}
      tabs={[
        { href: to('letters'), says: frame('letters'), isHere: here === 'letters' },
        { href: to('letters/lists'), says: t('lists'), isHere: here === 'lists' },
        { href: to('letters/digests'), says: t('whatPeopleGet'), isHere: here === 'digests' },
      ]}
    />
  )
}

/** Where mail is missing, or the calendar is a copy, nothing is sent: said to who can change that. */
export function NoMail() {
  if (lettersState !== 'mail') return <Elsewhere />
  return (
    <div class="notice" role="note">
      <p>
        <b>{t('needsMail')}</b> {t('needsMailHint')}
      </p>
    </div>
  )
}

/** The letters that editors write, the newest first. */
export function Letters({ query }: { readonly query: URLSearchParams }) {
  const page = Math.max(1, Math.trunc(Number(query.get('page') ?? 1)) || 1)
  const read = useRead(async () => {
    const [letters, lists] = await Promise.all([readLetters(page), readLists()])
    return { ...letters, lists: new Map(lists.map((list) => [list.id, list])) }
  }, [page])
  const { act } = useAct()
  const removing = useSignal<Letter | undefined>(undefined)
  const { value } = read
  const isGoing = value?.letters.some(({ state }) => state === 'sending' || state === 'scheduled') ?? false
  useEffect(() => {
    if (!isGoing) return undefined
    const timer = setInterval(read.again, lookEvery_ms)
    return () => clearInterval(timer)
  }, [isGoing])
  const [first] = value?.lists.values() ?? []
  const begin = () => {
    if (!first) go(to('letters/lists'))
    else
      act(
        () => beginLetter(first.id),
        ({ id }) => go(to(`letters/${id}`)),
      )
  }
  useKeys({ n: begin, ...rowStepKeys })
  return (
    <Screen
      title={frame('letters')}
      begin={value && [t('newLetter'), begin]}
      tabs={<LetterTabs here="letters" />}
      read={read}
    >
      <NoMail />
      {value?.letters.length === 0 && <p class="dim">{first ? t('noLetters') : t('noListsYet')}</p>}
      {value && value.letters.length > 0 && (
        <Table
          rows={value.letters}
          name={letterName}
          columns={letterColumns(value.lists)}
          deeds={({ state }) => [
            { icon: 'edit', says: t('open'), does: ({ id }) => go(to(`letters/${id}`)) },
            (state === 'scheduled' || state === 'sending') && {
              icon: 'pause',
              says: state === 'scheduled' ? t('takeBack') : t('stop'),
              does: ({ id }) =>
                read.does(stopLetter(id), state === 'scheduled' ? t('takenBack') : t('isStopped')),
            },
            state !== 'sending' && {
              icon: 'trash',
              says: t('remove'),
              is: 'danger',
              does: (letter) => (removing.value = letter),
            },
          ]}
        />
      )}
      {value && value.total_pages > 1 && (
        <Pages
          says={tn('count', value.total)}
          page={page}
          pages={value.total_pages}
          at={(other) => to('letters', { page: other === 1 ? undefined : other })}
        />
      )}
      {removing.value && (
        <Question
          title={letterName(removing.value)}
          says={t('removeHint')}
          yes={t('remove')}
          isDanger
          does={() => removeLetter(removing.value?.id ?? 0)}
          onClose={() => (removing.value = undefined)}
          onDone={() => {
            removing.value = undefined
            say(t('removed'))
            read.again()
          }}
        />
      )}
    </Screen>
  )
}
