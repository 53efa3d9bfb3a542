import { useRead } from '../kit/read.ts'
import { ask } from '../api.ts'
import { untrashed } from '../common/statuses.ts'
import { ever, wallNow } from '../dates.ts'
import { Answers, Dialog } from '../dialog.tsx'
import { t as tFrame } from '../texts.ts'
import { remove, trash } from './deeds.ts'
import { type KindFacts, nameOf, type Placed } from './kinds.ts'
import { Effect, Happens } from './mergeEffect.tsx'
import { t, tn } from '../common/texts.ts'

/** Asks before a place or an organizer goes for good, and says first which events lose it. */
export function RemovePlaced(props: {
  readonly facts: KindFacts
  readonly row: Placed
  readonly onClose: () => void
  readonly onDone: () => void
}) {
  const { facts, row, onClose, onDone } = props
  // The service says so where it is removed.
  const { value: events = 0 } = useRead(async () => {
    const query = { [facts.name]: row.id, starts_after: ever, per_page: 1, _fields: 'total' }
    return (await ask<{ total: number }>('events', { query })).body.total
  }, [row.id])
  return (
    <Dialog
      title={t('deleteTitle', { name: nameOf(row) })}
      onClose={onClose}
      onAnswer={(answer) => {
        onClose()
        if (answer === 'yes') void remove(facts.kind, row, onDone)
      }}
      foot={<Answers no={tFrame('keepIt')} yes={t('deleteNow')} isDanger />}
    >
      <p>{t('noWayBack')}</p>
      {events > 0 && (
        <Effect>
          <Happens count={events} says={tn('eventsLose', events)} />
        </Effect>
      )}
    </Dialog>
  )
}

/** How many events of it are to come. Throws what {@link ask} throws. */
export async function countComing({ name }: KindFacts, { id }: Placed): Promise<number> {
  const query = { [name]: id, ends_after: wallNow(), status: untrashed, per_page: 1, _fields: 'total' }
  return (await ask<{ total: number }>('events', { query })).body.total
}

/** Asks before what has events to come goes to the trash, and offers another one in its place. */
export function TrashPlaced(props: {
  readonly facts: KindFacts
  readonly row: Placed
  readonly coming: number
  readonly onClose: () => void
  readonly onMerge: (row: Placed) => void
  readonly onDone: () => void
}) {
  const { facts, row, coming, onClose, onMerge, onDone } = props
  return (
    <Dialog
      title={t('stillComing', { name: nameOf(row) })}
      onClose={onClose}
      onAnswer={(answer) => {
        onClose()
        if (answer === 'trash') void trash(facts.kind, row, onDone)
        if (answer === 'merge') onMerge(row)
      }}
      foot={
        <>
          <button class="plain" value="no">
            {tFrame('keepIt')}
          </button>
          <button class="danger plain" value="trash">
            {t('trashAnyway')}
          </button>
          <button value="merge" autofocus>
            {t('mergeInstead')}
          </button>
        </>
      }
    >
      <p>{t('mergeMoves')}</p>
      <Effect>
        <Happens count={coming} says={tn('eventsLose', coming)} />
      </Effect>
    </Dialog>
  )
}
