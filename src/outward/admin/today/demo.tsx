import { useSignal } from '@preact/signals'
import { ask } from '../api.ts'
import { Answers, Dialog } from '../dialog.tsx'
import { faultText } from '../faults.ts'
import { Icon } from '../icons.tsx'
import { settle } from '../settle.ts'
import { numberText } from '../texts.ts'
import { say, sayFault } from '../toasts.tsx'
import { useRead } from './parts.tsx'
import { t } from './texts.ts'

interface Demo {
  readonly there: boolean
  readonly filling: boolean
  readonly events: number
  readonly kept: number
}

const readDemo = async () => (await ask<Demo>('demo')).body

/** Fills the empty calendar with the invented city, beside this screen. */
export function FillDemo() {
  const isComing = useSignal(false)
  const fill = () => {
    isComing.value = true
    void settle(
      ask('demo', { method: 'POST' }),
      () => say(t('demoComing')),
      (error) => {
        isComing.value = false
        sayFault(faultText(error))
      },
    )
  }
  return (
    <div class="door">
      <Icon name="copy" />
      <h2>
        <button class="text" type="button" disabled={isComing.value} onClick={fill}>
          {t('doorFull')}
        </button>
      </h2>
      <p role="status">{isComing.value ? t('demoComing') : t('doorFullSays')}</p>
    </div>
  )
}

/** Says that the invented city is in the calendar, and takes it away. */
export function DemoNotice() {
  const demo = useRead(readDemo)
  const isAsking = useSignal(false)
  const isGone = useSignal(false)
  const isWorking = useSignal(false)
  if (!demo.value?.there || isGone.value) return null
  const events = numberText(demo.value.events)
  const take = () => {
    isWorking.value = true
    void settle(
      ask<Demo>('demo', { method: 'DELETE' }),
      ({ body }) => {
        isAsking.value = false
        isGone.value = true
        say(body.kept > 0 ? t('demoStays', { kept: numberText(body.kept) }) : t('demoTaken'))
      },
      (error) => {
        isWorking.value = false
        isAsking.value = false
        sayFault(faultText(error))
      },
    )
  }
  return (
    <div class="notice">
      <Icon name="copy" />
      <div>
        <p>{t('demoThere', { events })}</p>
        <p class="acts">
          <button
            class="plain"
            type="button"
            onClick={() => {
              isAsking.value = true
            }}
          >
            {t('demoTake')}
          </button>
        </p>
      </div>
      {isAsking.value && (
        <Dialog
          title={t('demoAsk')}
          onClose={() => {
            isAsking.value = false
          }}
          onAnswer={(answer) => {
            if (answer === 'yes') take()
            else isAsking.value = false
          }}
          foot={<Answers no={t('demoKeep')} yes={t('demoTake')} isDanger />}
        >
          <p>{t('demoAskSays', { events })}</p>
        </Dialog>
      )}
    </div>
  )
}
