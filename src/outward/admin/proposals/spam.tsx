import { useRef } from 'preact/hooks'
import { Dialog } from '../dialog.tsx'
import { t as tw } from '../waiting/texts.ts'
import { t } from './texts.ts'

/** Asks whether a proposal is spam, and what else comes from its sender. */
export function SpamDialog(props: {
  readonly title: string
  /** The address that it came from; empty where it is not known any more. */
  readonly email: string
  readonly onClose: () => void
  readonly onSpam: (block: boolean) => void
}) {
  const { title, email, onClose, onSpam } = props
  const block = useRef<HTMLInputElement>(null)
  return (
    <Dialog
      title={t('spamTitle', { title })}
      onClose={onClose}
      onAnswer={(answer) => {
        if (answer === 'spam') onSpam(block.current?.checked === true)
        else onClose()
      }}
      foot={
        <>
          <button class="plain" value="no">
            {tw('keepWaiting')}
          </button>
          <button class="danger" value="spam" autofocus>
            {t('spam')}
          </button>
        </>
      }
    >
      <p>{t('spamHint')}</p>
      {email !== '' && (
        <label class="check">
          <input type="checkbox" ref={block} />
          <span dir="auto">{t('block', { email })}</span>
        </label>
      )}
    </Dialog>
  )
}
