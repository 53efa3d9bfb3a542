import { signal } from '@preact/signals'
import { useAct } from '../act.ts'
import { Icon } from '../icons.tsx'
import { lettersElsewhere } from '../place.ts'
import { mayManageSettings } from '../session.ts'
import { say } from '../toasts.tsx'
import { sendFromHere } from './asks.ts'
import { t } from './texts.ts'

const elsewhere = signal(lettersElsewhere)

/** A copy of a calendar writes to nobody: said to who writes letters, with the way to change that for who looks after the service. */
export function Elsewhere() {
  const { act, isBusy } = useAct()
  if (elsewhere.value === '') return null
  return (
    <div class="notice warn" role="note">
      <Icon name="warning" />
      <div>
        <p>{t('waitElsewhere', { url: elsewhere.value })}</p>
        {mayManageSettings() && (
          <p class="acts">
            <button
              type="button"
              class="plain"
              disabled={isBusy.value}
              onClick={() =>
                act(sendFromHere, () => {
                  elsewhere.value = ''
                  say(t('sentFromHere'))
                })
              }
            >
              {t('sendFromHere')}
            </button>
          </p>
        )}
      </div>
    </div>
  )
}
