import { useSignal } from '@preact/signals'
import { Answers, Dialog } from '../dialog.tsx'
import { numberText, t as frame } from '../texts.ts'
import type { AtDoor } from '../guests/asks.ts'
import { t } from './texts.ts'

/** Up to so many people each number has a button of its own. */
const mostButtons = 20

/** Asks how many of a party are here. */
export function HowMany(props: {
  readonly guest: AtDoor
  readonly arrived: number
  readonly onClose: () => void
  readonly onDone: (guest: AtDoor, arrived: number) => void
}) {
  const { guest, arrived, onClose, onDone } = props
  const { name, party } = guest
  const number = useSignal(arrived)
  const title = t('howMany', { name })
  if (party > mostButtons)
    return (
      <Dialog
        title={title}
        onClose={onClose}
        onAnswer={(answer) => (answer === 'yes' ? onDone(guest, number.value) : onClose())}
        foot={<Answers no={frame('notNow')} yes={frame('save')} />}
      >
        <input
          type="number"
          inputMode="numeric"
          min={0}
          max={party}
          required
          aria-label={title}
          value={number.value}
          onInput={({ currentTarget }) => {
            number.value = Math.min(party, Math.max(0, Math.trunc(currentTarget.valueAsNumber) || 0))
          }}
        />
      </Dialog>
    )
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onAnswer={(answer) => (answer === '' ? onClose() : onDone(guest, Number(answer)))}
      foot={
        <button class="plain" value="">
          {frame('notNow')}
        </button>
      }
    >
      <div class="door-how-many">
        {Array.from({ length: party + 1 }, (_, one) => (
          <button
            key={one}
            class="plain"
            value={String(one)}
            aria-current={one === arrived ? 'true' : undefined}
          >
            {numberText(one)}
          </button>
        ))}
      </div>
    </Dialog>
  )
}
