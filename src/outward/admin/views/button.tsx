import { Icon } from '../icons.tsx'
import { Later } from '../lazyScreen.tsx'
import { Pop } from '../pop.tsx'
import { t } from '../texts.ts'
import type { ListName } from './views.ts'

/** Opens the views of a list. */
export function ViewsButton() {
  return (
    <button class="plain" type="button" popovertarget="f-views">
      {t('views')}
      <Icon name="down" />
    </button>
  )
}

/** The views of a list, where its button opens them. */
export function Views({ list }: { readonly list: ListName }) {
  return (
    <Pop id="f-views" class="menu form" label={t('views')}>
      {() => <Later load={load} with={{ list }} />}
    </Pop>
  )
}

const load = () => import('./savedViews.tsx').then(({ SavedViews }) => SavedViews)
