import { Dialog } from '../dialog.tsx'
import { t as tFrame } from '../texts.ts'
import { t as tCommon } from '../common/texts.ts'
import { t as tGuests } from '../guests/texts.ts'
import { t as tLetters } from '../letters/texts.ts'
import { lettersState } from '../place.ts'
import { mayWriteLetters } from '../session.ts'
import { t as tWaiting } from '../waiting/texts.ts'
import { t } from './texts.ts'

/** Which keys do what, and where. */
export function KeysHelp({ onClose }: { readonly onClose: () => void }) {
  const letters = [
    tFrame('letters'),
    [
      ['N', tLetters('newLetter')],
      ['J K', t('nextBefore')],
      ['Enter', tLetters('open')],
    ],
  ] as const
  const groups = [
    [
      t('everywhere'),
      [
        ['N', tFrame('newEvent')],
        ['/', tFrame('find')],
        ['?', t('these')],
        ['Esc', tFrame('close')],
      ],
    ],
    [
      t('inList'),
      [
        ['J K', t('nextBefore')],
        ['E', tFrame('edit')],
        ['D', tFrame('duplicate')],
        ['M', tFrame('moveToDay')],
      ],
    ],
    [
      t('inWaiting'),
      [
        ['J K', t('nextBefore')],
        ['A', tFrame('approve')],
        ['E', tFrame('edit')],
        ['Q', tWaiting('ask')],
        ['R', tWaiting('reject')],
      ],
    ],
    [
      tCommon('guests'),
      [
        ['J K', t('nextBefore')],
        ['E', tFrame('edit')],
        ['A', tGuests('add')],
        ['/', tGuests('search')],
      ],
    ],
    ...(lettersState !== '' && mayWriteLetters() ? [letters] : []),
    [
      t('inEvent'),
      [
        ['Ctrl S', t('save')],
        ['Ctrl Enter', tFrame('publish')],
      ],
    ],
  ] as const
  return (
    <Dialog
      title={t('title')}
      onClose={onClose}
      onAnswer={onClose}
      foot={
        <button class="plain" value="no">
          {tFrame('close')}
        </button>
      }
    >
      {groups.map(([name, keys]) => (
        <section key={name}>
          <h3>{name}</h3>
          <dl class="keys-list">
            {keys.map(([key, says]) => (
              <div key={key}>
                <dt>
                  {key.split(' ').map((one) => (
                    <kbd key={one}>{one}</kbd>
                  ))}
                </dt>
                <dd>{says}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <p class="hint">{t('switchOff')}</p>
    </Dialog>
  )
}
