import type { Columns } from '../kit/columns.tsx'
import { momentText } from '../moments.ts'
import { to } from '../route.ts'
import { numberText, t as frame } from '../texts.ts'
import type { Letter, LetterList } from './asks.ts'
import { t as common } from '../common/texts.ts'
import { t } from './texts.ts'

/** What a letter is called. */
export function letterName({ subject }: Letter): string {
  return subject || t('noSubject')
}

/** Letters: to whom, what has become of them, and when. */
export function letterColumns(lists: ReadonlyMap<number, LetterList>): Columns<Letter> {
  return [
    {
      head: common('subject'),
      show: (letter) => (
        <p class="what">
          <a href={to(`letters/${letter.id}`)} dir="auto">
            {letterName(letter)}
          </a>
        </p>
      ),
    },
    { head: t('list'), named: true, show: ({ list }) => <bdi>{lists.get(list)?.name ?? ''}</bdi> },
    { head: frame('state'), named: true, show: (letter) => <State letter={letter} /> },
    {
      head: frame('when'),
      named: true,
      class: 'c-when',
      show: ({ send_at, modified }) => momentText(send_at ?? modified),
    },
  ]
}

const looks = { draft: '', scheduled: ' info', sending: ' info', sent: ' good', stopped: ' off' } as const

/** What has become of a letter; of one that goes out, how far it is. */
export function State({ letter: { state, counts } }: { readonly letter: Letter }) {
  const { recipients, waiting } = counts
  return (
    <>
      <span class={`tag${looks[state]}`}>{t(state)}</span>
      {state === 'sending' && (
        <span class="under">
          {' '}
          {t('ofAll', { count: numberText(recipients - waiting), all: numberText(recipients) })}
        </span>
      )}
    </>
  )
}

/** What a row is called, where that opens it without leaving the list. */
export function NameButton({ says, onPress }: { readonly says: string; readonly onPress: () => void }) {
  return (
    <p class="what">
      <button class="as-link" type="button" dir="auto" onClick={onPress}>
        {says}
      </button>
    </p>
  )
}

/** Lists: where one subscribes to them, and how many have. */
export const listColumns = (onEdit: (list: LetterList) => void): Columns<LetterList> => [
  {
    head: frame('name'),
    show: (list) => (
      <>
        <NameButton says={list.name} onPress={() => onEdit(list)} />
        {list.description !== '' && (
          <p class="under" dir="auto">
            {list.description}
          </p>
        )}
      </>
    ),
  },
  {
    head: t('address'),
    named: true,
    show: ({ url }) => (
      <a href={url} dir="ltr">
        {new URL(url).pathname}
      </a>
    ),
  },
  { head: t('public'), named: true, show: (list) => (list.public ? frame('yes') : frame('no')) },
  { head: t('subscribers'), named: true, isNumber: true, show: ({ subscribers }) => numberText(subscribers) },
]
