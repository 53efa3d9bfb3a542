import type { ComponentChildren } from 'preact'
import { Icon } from '../icons.tsx'
import { t } from '../texts.ts'

/** The way to the other pages of a list. */
export function Pages(props: {
  readonly says: ComponentChildren
  readonly page: number
  readonly pages: number
  readonly at: (page: number) => string
}) {
  const { says, page, pages, at } = props
  return (
    <nav class="pages" aria-label={t('pages')}>
      <span class="dim" role="status">
        {says}
      </span>
      <span class="acts">
        {page > 1 && (
          <a class="button plain" href={at(page - 1)} rel="prev">
            <Icon name="back" />
            {t('previousPage')}
          </a>
        )}
        {page < pages && (
          <a class="button plain" href={at(page + 1)} rel="next">
            {t('nextPage')}
            <Icon name="forward" />
          </a>
        )}
      </span>
    </nav>
  )
}

/** How much of a list that grows is shown, and what shows more of it, where there is more. */
export function More(props: {
  readonly says: string
  readonly more: string
  readonly onMore: (() => void) | false
}) {
  const { says, more, onMore } = props
  return (
    <div class="pages">
      <span class="dim" role="status">
        {says}
      </span>
      {onMore && (
        <button class="plain" type="button" onClick={onMore}>
          {more}
        </button>
      )}
    </div>
  )
}
