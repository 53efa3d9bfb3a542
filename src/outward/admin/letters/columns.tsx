import type { Columns } from '../kit/columns.tsx'
import { momentText } from '../moments.ts'
import { CopyButton } from '../parts.tsx'
import { to } from '../route.ts'
import { numberText, t as frame } from '../texts.ts'
import type { Letter, LetterList } from './asks.ts'
import { t } from './texts.ts'

/** What a letter is called. */
export function letterName({ subject }: Letter): string {
  return subject || t('noSubject')
}

/** Letters: to whom, what has become of them, and when. */
export function letterColumns(lists: ReadonlyMap<number, LetterList>): Columns<Letter> {
  return [
    {
      head: t('subject'),
      show: (letter) => (
        <a class="title" href={to(`letters/${letter.id}`)}>
          <bdi>{letterName(letter)}</bdi>
        </a>
      ),
    },
    { head: t('list'), named: true, show: ({ list }) => <bdi>{lists.get(list)?.name ?? ''}</bdi> },
    { head: frame('state'), named: true, show: (letter) => <State letter={letter} /> },
    {
      head: t('when'),
      named: true,
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

/** Lists: where one subscribes to them, and how many have. */
export const listColumns: Columns<LetterList> = [
  {
    head: frame('name'),
    show: ({ name, description }) => (
      <>
        <bdi>{name}</bdi>
        {description !== '' && (
          <p class="under" dir="auto">
            {description}
          </p>
        )}
      </>
    ),
  },
  {
    head: t('address'),
    named: true,
    show: ({ url }) => (
      <>
        <bdi dir="ltr">{new URL(url).pathname}</bdi> <CopyButton value={url} />
      </>
    ),
  },
  { head: t('public'), named: true, show: (list) => (list.public ? t('yes') : t('no')) },
  { head: t('subscribers'), named: true, isNumber: true, show: ({ subscribers }) => numberText(subscribers) },
]
