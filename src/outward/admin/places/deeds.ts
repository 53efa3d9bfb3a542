import { ask } from '../api.ts'
import { faultText } from '../faults.ts'
import { settle } from '../settle.ts'
import { say, sayFault } from '../toasts.tsx'
import { type Kind, nameOf, type Placed } from './kinds.ts'
import { t } from '../common/texts.ts'

/** Does one thing to a record, says it with the way back, and calls `onDone`; what is refused is said. */
async function carryOut(asked: Promise<unknown>, said: string, onDone: () => void, back?: () => void) {
  await settle(
    asked,
    () => {
      say(said, back)
      onDone()
    },
    (error: unknown) => sayFault(faultText(error)),
  )
}

/** Moves it to the trash: from there it comes back as it was. */
export function trash(kind: Kind, row: Placed, onDone: () => void): Promise<void> {
  const asked = ask(`${kind}/${row.id}`, { method: 'DELETE' })
  return carryOut(asked, t('trashed', { name: nameOf(row) }), onDone, () => void restore(kind, row, onDone))
}

/** Brings it back from the trash, as it was before where that is known, else public. */
export function restore(kind: Kind, row: Placed, onDone: () => void): Promise<void> {
  const status = row.status === 'trash' ? 'publish' : row.status
  const asked = ask(`${kind}/${row.id}`, { method: 'POST', json: { status } })
  return carryOut(asked, t('restored', { name: nameOf(row) }), onDone)
}

/** Removes it for good. */
export function remove(kind: Kind, row: Placed, onDone: () => void): Promise<void> {
  const asked = ask(`${kind}/${row.id}`, { method: 'DELETE', query: { force: true } })
  return carryOut(asked, t('removed', { name: nameOf(row) }), onDone)
}
