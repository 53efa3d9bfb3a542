import { Icon } from '../icons.tsx'
import { closingRowMenu } from '../pop.tsx'
import { to } from '../route.ts'
import { t as frame } from '../texts.ts'
import type { Source } from './asks.ts'
import { t } from './texts.ts'

/** What can be done with one source: one menu, for the row whose button opened it. */
export function Menu(props: {
  readonly source: Source | undefined
  readonly onRun: (source: Source) => void
  readonly onStop: (source: Source) => void
  readonly onOpen: (is: 'edit' | 'remove' | 'undo', source: Source) => void
}) {
  const { source, onRun, onStop, onOpen } = props
  return (
    <div class="menu" id="row-menu" popover="auto">
      {source && (
        <ul>
          {source.url === null ? (
            <li>
              <a href={to('imports/table', { source: source.id })}>
                <Icon name="table" />
                {t('sendFile')}
              </a>
            </li>
          ) : (
            <>
              <li>
                <button type="button" onClick={closingRowMenu(() => onRun(source))}>
                  <Icon name="play" />
                  {t('runNow')}
                </button>
              </li>
              <li>
                <a href={to('imports/try', { source: source.id })}>
                  <Icon name="eye" />
                  {t('tryIt')}
                </a>
              </li>
            </>
          )}
          {(source.every !== null || source.running) && (
            <li>
              <button type="button" onClick={closingRowMenu(() => onStop(source))}>
                <Icon name="pause" />
                {t('stopIt')}
              </button>
            </li>
          )}
          <li>
            <button type="button" onClick={closingRowMenu(() => onOpen('edit', source))}>
              <Icon name="edit" />
              {t('editIt')}
            </button>
          </li>
          {source.runs[0] && (
            <li>
              <a href={to('history', { import: source.runs[0].id })}>
                <Icon name="clock" />
                {frame('history')}
              </a>
            </li>
          )}
          {source.runs[0]?.status === 'done' && (
            <li class="rule">
              <button type="button" onClick={closingRowMenu(() => onOpen('undo', source))}>
                <Icon name="undo" />
                {t('undoRun')}
              </button>
            </li>
          )}
          <li class="rule">
            <button type="button" class="danger" onClick={closingRowMenu(() => onOpen('remove', source))}>
              <Icon name="trash" />
              {t('removeIt')}
            </button>
          </li>
        </ul>
      )}
    </div>
  )
}
