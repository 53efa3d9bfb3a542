import { changeAll } from '../common/change.ts'
import { goBack } from '../common/goBack.ts'
import { titleOf } from '../common/title.ts'
import { faultText } from '../faults.ts'
import { hasGuests } from '../registration/hears.ts'
import { go, to } from '../route.ts'
import { settle } from '../settle.ts'
import { t } from '../texts.ts'
import { say, sayFault } from '../toasts.tsx'
import type { Store } from './store.ts'

/** Moves the event to the trash, with the way back; whom that is told is said first. Throws what the service refuses. */
export async function trash(store: Store): Promise<void> {
  const event = store.record.value
  if (!event) return
  if (!store.tellsGuests.value && hasGuests(event)) {
    store.tellsGuests.value = 'trash'
    return
  }
  const back = await changeAll([event], { does: 'trash' })
  store.leave()
  const undo = () => {
    if (back)
      void settle(
        goBack(back),
        (isBack) => isBack && go(to(`events/${event.id}`)),
        (error) => sayFault(faultText(error)),
      )
  }
  say(t('trashedDone', { title: titleOf(event) }), back && undo)
  go(to('events'))
}
