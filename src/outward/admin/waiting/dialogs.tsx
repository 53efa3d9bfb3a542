import { useRef } from 'preact/hooks'
import { Dialog } from '../dialog.tsx'
import { type Reason, reasons } from './queue.ts'
import { t } from './texts.ts'

/** The most characters of what is written to somebody. */
const limit = 2000

/** Asks the sender something. */
export function AskDialog(props: {
  readonly name: string
  /** What becomes of it. */
  readonly hint?: string
  readonly onClose: () => void
  readonly onSend: (message: string) => void
}) {
  const { name, hint = t('askHint'), onClose, onSend } = props
  const text = useRef<HTMLTextAreaElement>(null)
  return (
    <Dialog
      title={t('askTitle', { name })}
      onClose={onClose}
      onAnswer={(answer) => {
        const message = text.current?.value.trim() ?? ''
        if (answer !== 'send') onClose()
        else if (message === '') text.current?.focus()
        else onSend(message)
      }}
      foot={
        <>
          <button class="plain" value="no">
            {t('notYet')}
          </button>
          <button value="send">{t('sendQuestion')}</button>
        </>
      }
    >
      <p dir="auto">{hint}</p>
      <div class="field">
        <label for="w-question">{t('question')}</label>
        <textarea id="w-question" ref={text} rows={4} dir="auto" maxLength={limit} autofocus />
      </div>
    </Dialog>
  )
}

/** Why something is not taken, in words. */
export function reasonText(reason: Reason): string {
  return {
    duplicate: t('duplicate'),
    not_public: t('notPublic'),
    elsewhere: t('elsewhere'),
    advertising: t('advertising'),
    incomplete: t('incomplete'),
    other: t('other'),
  }[reason]
}

/** Asks why something is not taken. */
export function RejectDialog(props: {
  readonly title: string
  readonly name: string
  /** What becomes of it. */
  readonly hint?: string
  readonly onClose: () => void
  readonly onReject: (reason: Reason, message: string) => void
}) {
  const { title, name, hint = t('rejectHint', { name }), onClose, onReject } = props
  const text = useRef<HTMLTextAreaElement>(null)
  const chosen = useRef<Reason>('duplicate')
  return (
    <Dialog
      title={t('rejectTitle', { title })}
      onClose={onClose}
      onAnswer={(answer) => {
        if (answer === 'reject') onReject(chosen.current, text.current?.value.trim() ?? '')
        else onClose()
      }}
      foot={
        <>
          <button class="plain" value="no">
            {t('keepWaiting')}
          </button>
          <button class="danger" value="reject">
            {t('reject')}
          </button>
        </>
      }
    >
      <p dir="auto">{hint}</p>
      <fieldset class="stack tight">
        <legend>{t('why')}</legend>
        {reasons.map((reason, at) => (
          <label class="check" key={reason}>
            <input
              type="radio"
              name="why"
              defaultChecked={at === 0}
              autofocus={at === 0}
              onChange={() => {
                chosen.current = reason
              }}
            />
            <span>{reasonText(reason)}</span>
          </label>
        ))}
      </fieldset>
      <div class="field">
        <label for="w-word">
          {t('friendlyWord')} <span class="dim">{t('optional')}</span>
        </label>
        <textarea id="w-word" ref={text} rows={3} dir="auto" maxLength={limit} />
      </div>
    </Dialog>
  )
}
