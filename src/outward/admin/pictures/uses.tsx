import { Fragment } from 'preact'
import { ask } from '../api.ts'
import { Question } from '../kit/question.tsx'
import { t, tn } from '../common/texts.ts'
import { to } from '../route.ts'
import { plain, t as tFrame } from '../texts.ts'
import { say } from '../toasts.tsx'
import { type Media, nameOf } from '../common/media.ts'

interface Use {
  readonly id: number
  readonly title: string
}

/** What features a picture. */
export interface Uses {
  readonly total: number
  readonly events: readonly Use[]
  readonly venues: readonly Use[]
  readonly organizers: readonly Use[]
}

/** How many of those that use it are named. */
const most = 6

/** What features the picture. Throws what {@link ask} throws. */
export async function readUses(id: number): Promise<Uses> {
  return (await ask<Uses>(`media/${id}/uses`)).body
}

/** Asks before a picture goes for good, and says first what loses it. */
export function DeletePicture(props: {
  readonly media: Media
  readonly uses: Uses | undefined
  readonly onClose: () => void
  readonly onDone: () => void
}) {
  const { media, uses, onClose, onDone } = props
  const name = nameOf(media)
  return (
    <Question
      title={t('deleteTitle', { name })}
      says={
        <>
          <p>{uses?.total ? tn('leavesPosters', uses.total) : t('usedNowhere')}</p>
          {uses?.total ? (
            <p>
              <UsedBy uses={uses} />
            </p>
          ) : null}
          <p>{t('noWayBack')}</p>
        </>
      }
      yes={t('deleteNow')}
      no={tFrame('keepIt')}
      isDanger
      does={() => ask(`media/${media.id}`, { method: 'DELETE' })}
      onClose={onClose}
      onDone={() => {
        say(t('removed', { name }))
        onDone()
      }}
    />
  )
}

/** Where a picture is featured: the first ones by their names. */
export function UsedBy({ uses }: { readonly uses: Uses | undefined }) {
  if (!uses) return null
  if (uses.total === 0) return <>{t('usedNowhere')}</>
  const all = (['events', 'venues', 'organizers'] as const)
    .flatMap((path) => uses[path].map((use) => ({ ...use, path })))
    .slice(0, most)
  return (
    <>
      {all.map(({ id, title, path }, at) => (
        <Fragment key={`${path} ${id}`}>
          {at > 0 && ', '}
          <a href={to(`${path}/${id}`)} dir="auto">
            {plain(title)}
          </a>
        </Fragment>
      ))}
      {all.length < uses.total && ' …'}
    </>
  )
}
