import { Icon } from '../icons.tsx'
import { numberText } from '../texts.ts'
import type { AtDoor } from '../guests/asks.ts'
import { t as common } from '../common/texts.ts'
import { t, tn } from './texts.ts'

/** A guest at the door: a tap says that all of them are here, another asks how many. */
export function Row(props: {
  readonly guest: AtDoor
  readonly arrived: number
  readonly onTap: (guest: AtDoor) => void
}) {
  const { guest, arrived, onTap } = props
  const { name, party, state } = guest
  return (
    <li>
      <button class="door-guest" type="button" aria-pressed={arrived > 0} onClick={() => onTap(guest)}>
        <span class="door-mark">{arrived > 0 && <Icon name="check" />}</span>
        <span>
          <bdi>{name}</bdi>
        </span>
        <span class="dim">
          {arrived > 0 && arrived < party
            ? common('someHere', { arrived: numberText(arrived), party: numberText(party) })
            : tn('people_', party)}
          {state === 'waiting' && <span class="tag warn">{t('onWaitingList')}</span>}
          {state === 'requested' && <span class="tag warn">{t('toApprove')}</span>}
        </span>
      </button>
    </li>
  )
}
