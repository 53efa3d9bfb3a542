import { wallNow } from '../dates.ts'
import { FormDialog } from '../kit/form.tsx'
import { lettersImprint } from '../place.ts'
import { type Letter, type LetterList, sendLetter } from './asks.ts'
import { t as frame } from '../texts.ts'
import { t, tn } from './texts.ts'

/** How long what goes out now can be taken back, in seconds. */
const takeBack_s = 10

function begun(): { readonly when: 'now' | 'at'; readonly at: string } {
  return { when: 'now', at: wallNow().slice(0, 16) }
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
      fields={{
        when: {
          label: frame('when'),
          options: [
            ['now', t('now')],
            ['at', t('atMoment')],
          ],
        },
        at: { label: t('atMoment'), input: { type: 'datetime-local' } },
      }}
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
