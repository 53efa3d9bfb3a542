import { Icon } from '../icons.tsx'
import { to } from '../route.ts'
import { t } from './texts.ts'

/** Asks what to do with a file most of which has come from another one already. */
export function Copied(props: {
  /** The file that it came from. */
  readonly from: string
  readonly onVersion: () => void
  readonly onAnother: () => void
}) {
  const { from, onVersion, onAnother } = props
  return (
    <div class="notice bad twice" role="alert">
      <Icon name="warning" />
      <div>
        <p dir="auto">{t('copyOf', { name: from })}</p>
        <p class="acts">
          <button type="button" onClick={onVersion} dir="auto">
            {t('asVersion', { name: from })}
          </button>
          <button class="plain" type="button" onClick={onAnother}>
            {t('asAnother')}
          </button>
          <a class="button quiet" href={to('imports')}>
            {t('leave')}
          </a>
        </p>
      </div>
    </div>
  )
}
