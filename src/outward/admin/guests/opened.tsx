import { Dialog } from '../dialog.tsx'
import { Copied } from '../parts.tsx'
import type { Decision, Guest, Question, Totals } from './asks.ts'
import { AskBeyond, AskErase, AskWord, WriteToAll } from './dialogs.tsx'
import { AddGuest, EditGuest, type Read } from './editing.tsx'
import { t, tn } from './texts.ts'

/** What stands before the list. */
export type Open =
  | { readonly is: 'add' | 'write' }
  | { readonly is: 'edit'; readonly read: Read }
  | { readonly is: 'word'; readonly guest: Guest; readonly deed: 'cancel' | 'refuse' }
  | { readonly is: 'beyond'; readonly guest: Guest; readonly deed: Extract<Decision, 'place' | 'approve'> }
  | { readonly is: 'erase' | 'link'; readonly guest: Guest }

/** Shows it; `onDone` is called with what is to be said, or nothing. */
export function Opened(props: {
  readonly open: Open | undefined
  readonly event: number
  readonly questions: readonly Question[]
  readonly totals: Totals | undefined
  readonly onClose: () => void
  readonly onDone: (said: string) => void
}) {
  const { open, event, questions, totals, onClose, onDone } = props
  switch (open?.is) {
    case 'add':
      return (
        <AddGuest
          event={event}
          questions={questions}
          onClose={onClose}
          onDone={({ name, state }) => onDone(t(state === 'waiting' ? 'isInLine' : 'hasPlace', { name }))}
        />
      )
    case 'write':
      return (
        <WriteToAll
          event={event}
          totals={totals}
          onClose={onClose}
          onDone={(mails) => onDone(mails === 0 ? t('noMails') : tn('mails_', mails))}
        />
      )
    case 'edit':
      return (
        <EditGuest
          key={open.read.guest.id}
          read={open.read}
          questions={questions}
          onClose={onClose}
          onDone={() => onDone(t('saved'))}
        />
      )
    case 'word':
      return (
        <AskWord
          guest={open.guest}
          deed={open.deed}
          onClose={onClose}
          onDone={() =>
            onDone(t(open.deed === 'cancel' ? 'isCanceled' : 'isRefused', { name: open.guest.name }))
          }
        />
      )
    case 'beyond':
      return (
        <AskBeyond
          guest={open.guest}
          deed={open.deed}
          onClose={onClose}
          onDone={() => onDone(t('hasPlace', { name: open.guest.name }))}
        />
      )
    case 'erase':
      return (
        <AskErase
          guest={open.guest}
          onClose={onClose}
          onDone={() => onDone(t('isErased', { name: open.guest.name }))}
        />
      )
    case 'link':
      return (
        <Dialog
          title={open.guest.name}
          onClose={onClose}
          onAnswer={onClose}
          foot={<button value="done">{t('done')}</button>}
        >
          <Copied label={t('theirPage')} value={open.guest.url} />
        </Dialog>
      )
    default:
      return null
  }
}
