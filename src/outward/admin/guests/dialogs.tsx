import { FormDialog } from '../kit/form.tsx'
import { Question } from '../kit/question.tsx'
import { numberText, t as frame } from '../texts.ts'
import { t as common } from '../common/texts.ts'
import {
  decide,
  type Decision,
  eraseGuest,
  type Guest,
  type Tab,
  tabs,
  type Totals,
  writeToGuests,
} from './asks.ts'
import { t } from './texts.ts'

interface About {
  readonly guest: Guest
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Asks for a word to a guest whose place is cancelled, or who is not to come. */
export function AskWord({ guest, deed, onClose, onDone }: About & { readonly deed: 'cancel' | 'refuse' }) {
  const { id, name, email } = guest
  return (
    <FormDialog
      title={t(deed === 'cancel' ? 'cancelTitle' : 'refuseTitle', { name })}
      {...(email === '' ? { intro: <p>{t('noAddress')}</p> } : {})}
      yes={t(deed === 'cancel' ? 'cancelPlace' : 'refuse')}
      isDanger
      start={{ message: '' }}
      fields={
        email === ''
          ? {}
          : {
              message: {
                label: t('word'),
                hint: t('wordHint'),
                isOptional: true,
                rows: 3,
                input: { maxLength: 500 },
              },
            }
      }
      save={({ message }) => decide(id, deed, message.trim() === '' ? {} : { message: message.trim() })}
      onClose={onClose}
      onDone={onDone}
    />
  )
}

/** Asks whether somebody gets a place although there is none. */
export function AskBeyond(props: About & { readonly deed: Extract<Decision, 'place' | 'approve'> }) {
  const { guest, deed, onClose, onDone } = props
  const { id, name } = guest
  return (
    <Question
      title={t('beyondTitle', { name })}
      says={t('beyondSays')}
      yes={t('place')}
      does={() => decide(id, deed, { force: true })}
      onClose={onClose}
      onDone={onDone}
    />
  )
}

/** Asks whether everything that is known of a guest is to go. */
export function AskErase({ guest, onClose, onDone }: About) {
  const { id, name } = guest
  return (
    <Question
      title={t('eraseTitle', { name })}
      says={t('eraseSays')}
      yes={t('erase')}
      isDanger
      does={() => eraseGuest(id)}
      onClose={onClose}
      onDone={onDone}
    />
  )
}

/** Asks what is to be written, and to whom. */
export function WriteToAll(props: {
  readonly event: number
  readonly totals: Totals | undefined
  readonly onClose: () => void
  readonly onDone: (mails: number) => void
}) {
  const { event, totals, onClose, onDone } = props
  const isAny = (tab: Tab) => (totals?.[tab] ?? 0) > 0
  const named = (says: string, tab: Tab) => `${says} (${numberText(totals?.[tab] ?? 0)})`
  return (
    <FormDialog
      title={t('writeToAll')}
      intro={<p>{t('writeHint')}</p>}
      yes={t('send')}
      start={{ subject: '', text: '', coming: true, waiting: false, requested: false }}
      fields={{
        subject: { label: common('subject'), input: { required: true, maxLength: 150, autofocus: true } },
        text: { label: frame('text'), rows: 8, input: { required: true, maxLength: 5000 } },
        coming: { label: named(t('toComing'), 'coming') },
        ...(isAny('waiting') ? { waiting: { label: named(t('toWaiting'), 'waiting') } } : {}),
        ...(isAny('requested') ? { requested: { label: named(t('toRequested'), 'requested') } } : {}),
      }}
      save={({ subject, text, ...to }) =>
        writeToGuests(event, {
          subject,
          text,
          states: Object.entries(tabs).flatMap(([tab, states]) =>
            tab in to && to[tab as keyof typeof to] ? states : [],
          ),
        })
      }
      onClose={onClose}
      onDone={onDone}
    />
  )
}
