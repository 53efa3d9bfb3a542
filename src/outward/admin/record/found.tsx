import type { Signal } from '@preact/signals'
import { dayText, timeText } from '../dates.ts'
import { Icon } from '../icons.tsx'
import { t } from '../texts.ts'

/** What was typed earlier is here again. */
export function Found(props: {
  /** When it was typed, as ISO 8601; undefined where nothing was. */
  readonly at: Signal<string | undefined>
  readonly onThrowAway: () => void
}) {
  const at = props.at.value
  if (at === undefined) return null
  const local = new Date(Date.parse(at) - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 19)
  return (
    <div class="notice faults-head" role="status">
      <Icon name="undo" />
      <div>
        <p>{t('foundAgain', { when: `${dayText(local)}, ${timeText(local)}` })}</p>
        <p class="acts">
          <button class="plain" type="button" onClick={props.onThrowAway}>
            {t('throwAway')}
          </button>
          <button class="quiet" type="button" onClick={() => (props.at.value = undefined)}>
            {t('keepIt')}
          </button>
        </p>
      </div>
    </div>
  )
}
