import { Icon } from '../icons.tsx'
import { Later } from '../lazyScreen.tsx'
import { Pop } from '../pop.tsx'
import { to } from '../route.ts'
import { t } from '../texts.ts'
import { onlyNarrowed } from './filterValues.ts'
import type { Shown } from './query.ts'

/** The heading of the list, the way to the month, and what can be done with the whole list. */
export function Head({ shown }: { readonly shown: Shown }) {
  const narrowed = onlyNarrowed(shown)
  return (
    <div class="head">
      <div>
        <h1>{t('events')}</h1>
      </div>
      <div class="acts">
        <nav class="seg" aria-label={t('viewOf')}>
          <a href={to('events', narrowed)} aria-current="page">
            {t('listView')}
          </a>
          <a href={to('events', { view: 'month', ...narrowed })}>{t('monthView')}</a>
        </nav>
        <button class="plain" type="button" popovertarget="list-menu">
          <Icon name="more" />
          <span>{t('more')}</span>
        </button>
      </div>
      <Pop id="list-menu" class="menu" label={t('more')}>
        {() => <Later load={loadMenu} with={{ shown }} />}
      </Pop>
    </div>
  )
}

const loadMenu = () => import('./more.tsx').then(({ ListMenu }) => ListMenu)
