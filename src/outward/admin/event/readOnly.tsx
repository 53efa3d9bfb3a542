import { useEffect } from 'preact/hooks'
import { StatusTag } from '../common/stateTags.tsx'
import { titleOf } from '../common/title.ts'
import { Icon } from '../icons.tsx'
import { home, mayPropose } from '../place.ts'
import type { EventRecord } from '../records.ts'
import { to } from '../route.ts'
import { t } from '../texts.ts'
import { AsPublic } from '../waiting/public.tsx'
import { t as te } from './texts.ts'

/** An event that the reader may read, not change: as visitors see it, with ways to have it changed. */
export function ReadOnly({ event }: { readonly event: EventRecord }) {
  useEffect(() => {
    document.documentElement.classList.remove('focus-mode')
  }, [])
  return (
    <>
      <div class="head">
        <div>
          <p>
            <a href={to('events')}>{t('backToEvents')}</a>
          </p>
          <h1 dir="auto">
            {titleOf(event)} <StatusTag event={event} />
          </h1>
          <p>{te('onlyRead')}</p>
        </div>
      </div>
      <div class="stack">
        <p class="acts">
          {mayPropose && event.status === 'publish' && (
            <a class="button" href={`${home}/submit/change/${event.id}`}>
              <Icon name="edit" />
              {te('suggestChange')}
            </a>
          )}
          <a class="button plain" href={event.url}>
            <Icon name="eye" />
            {event.status === 'publish' ? t('seeInPublic') : t('preview')}
          </a>
          <a class="button plain" href={to('events/new', { like: event.id })}>
            <Icon name="copy" />
            {t('duplicate')}
          </a>
        </p>
        <AsPublic item={{ source: 'event', event, who: '' }} />
      </div>
    </>
  )
}
