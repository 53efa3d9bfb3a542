import { addDays, wallNow } from '../dates.ts'
import { FormDialog } from '../kit/form.tsx'
import { lettersImprint } from '../place.ts'
import { type Letter, type LetterList, sendLetter } from './asks.ts'
import { t as frame } from '../texts.ts'
import { t, tn } from './texts.ts'

/** How long what goes out now can be taken back, in seconds. */
const takeBack_s = 10

/** At once; or, where another moment is chosen, tomorrow at ten. */
function begun(): { readonly when: 'now' | 'at'; readonly at: string } {
  return { when: 'now', at: `${addDays(wallNow().slice(0, 10), 1)}T10:00` }
}

/** Asks once more before a letter goes out: to whom, when, and who it says that it is from. */
export function SendDialog(props: {
  readonly letter: Letter
  readonly list: LetterList
  readonly onClose: () => void
  readonly onDone: (sent: Letter, isNow: boolean) => void
}) {
  const { letter, list, onClose, onDone } = props
  return (
    <FormDialog
      title={t('sendTitle', { list: list.name })}
      intro={
        <>
          <p>{tn('sendTo', list.subscribers, { list: list.name })}</p>
          {lettersImprint === '' ? (
            <p class="notice">{t('noImprint')}</p>
          ) : (
            <p class="dim imprint" dir="auto">
              {lettersImprint}
            </p>
          )}
        </>
      }
      start={begun()}
      fields={({ when }) => ({
        when: {
          label: frame('when'),
          options: [
            ['now', t('now')],
            ['at', t('atMoment')],
          ] as const,
        },
        // A moment beside “Now” would be taken for the one that counts.
        ...(when === 'at'
          ? { at: { label: t('atMoment'), input: { type: 'datetime-local', required: true } } }
          : {}),
      })}
      yes={() => tn('sendNow', list.subscribers)}
      save={async ({ when, at }) => {
        const isNow = when === 'now'
        const soon = new Date()
        soon.setSeconds(soon.getSeconds() + takeBack_s)
        return { sent: await sendLetter(letter.id, isNow ? soon.toISOString() : at.replace('T', ' ')), isNow }
      }}
      onClose={onClose}
      onDone={({ sent, isNow }) => onDone(sent, isNow)}
    />
  )
}
