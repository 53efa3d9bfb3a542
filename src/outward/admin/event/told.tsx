import { ask } from '../api.ts'
import { Answers, Dialog } from '../dialog.tsx'
import { useRead } from '../kit/read.ts'
import { t as tr, tn } from '../registration/texts.ts'
import { faultText } from '../faults.ts'
import { settle } from '../settle.ts'
import { t } from '../texts.ts'
import { say, sayFault } from '../toasts.tsx'
import { newsOf } from './news.ts'
import type { Store } from './store.ts'
import { trash } from './trash.ts'

/** Says who is told of a change before it is saved. */
export function Told({ store }: { readonly store: Store }) {
  const isTrash = store.tellsGuests.value === 'trash'
  const news = isTrash ? 'cancelled' : newsOf(store)
  const { value: count } = useRead(
    async () => {
      const query = { per_page: 1, _fields: 'total' }
      const path = `events/${store.record.peek()?.id}/guests`
      return (await ask<{ readonly total: number }>(path, { query })).body.total
    },
    [],
    sayFault,
  )
  const close = () => {
    store.tellsGuests.value = undefined
  }
  const failed = (error: unknown) => {
    close()
    sayFault(faultText(error))
  }
  return (
    <Dialog
      title={tr('tellTitle')}
      onClose={close}
      onAnswer={(answer) => {
        if (answer !== 'yes') return close()
        if (isTrash) return void settle(trash(store), () => {}, failed)
        void settle(
          store.save({ as: 'chosen' }),
          (isSaved) => isSaved && say(t('changesSaved')),
          () => {},
        )
      }}
      foot={<Answers no={t('goOnEditing')} yes={t(isTrash ? 'toTrash' : 'update')} />}
    >
      <p role="status">{count === undefined || !news ? t('loading') : tn(news, count)}</p>
    </Dialog>
  )
}
