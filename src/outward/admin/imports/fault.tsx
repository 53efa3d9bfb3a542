import { Icon } from '../icons.tsx'
import { momentText } from '../moments.ts'
import { sourceText } from '../refusals/said.ts'
import type { Source } from './asks.ts'
import { t } from './texts.ts'

/** A source that could not be imported, and what can be done about it. */
export function Fault(props: {
  readonly source: Source
  readonly onEdit: () => void
  readonly onRun: () => void
}) {
  const { source, onEdit, onRun } = props
  const when = source.failing_since_utc === null ? '' : momentText(source.failing_since_utc)
  return (
    <div class="notice bad">
      <Icon name="warning" />
      <div>
        <p dir="auto">
          <b>{t('hasFailed', { name: source.name, when })}</b>
        </p>
        {source.message !== null && <p>{sourceText(source.message)}</p>}
        <p>{t('stays')}</p>
        <p class="acts">
          {source.url !== null && (
            <button class="plain" type="button" onClick={onEdit}>
              {t('changeAddress')}
            </button>
          )}
          {source.url !== null && (
            <button class="plain" type="button" onClick={onRun}>
              {t('tryAgain')}
            </button>
          )}
        </p>
      </div>
    </div>
  )
}
