import { useRef } from 'preact/hooks'
import { type IconName, Icon } from '../icons.tsx'
import { t } from '../places/texts.ts'
import type { Term } from '../records.ts'
import { to } from '../route.ts'
import { mayReadHistory } from '../session.ts'
import { t as tFrame } from '../texts.ts'
import type { Deed, Kind } from './kinds.ts'

const icons: Readonly<Record<Deed, IconName>> = {
  move: 'move',
  merge: 'merge',
  delete: 'trash',
}

/** What can be done with one category or tag: one menu, for the row whose button opened it. */
export function TermMenu({ kind, term }: { readonly kind: Kind; readonly term: Term | undefined }) {
  const menu = useRef<HTMLDivElement>(null)
  const link = (url: string, icon: IconName, name: string, isDanger = false) => (
    <li class={isDanger ? 'rule' : undefined}>
      <a href={url} class={isDanger ? 'danger' : undefined} onClick={() => menu.current?.hidePopover()}>
        <Icon name={icon} />
        {name}
      </a>
    </li>
  )
  const deed = (does: Deed) =>
    term && link(to(kind, { id: term.id, does }), icons[does], t(does), does === 'delete')
  return (
    <div class="menu" id="row-menu" popover="auto" ref={menu}>
      {term && (
        <ul>
          {link(to(kind, { id: term.id }), 'edit', tFrame('edit'))}
          {link(
            to('events', { [kind === 'categories' ? 'category' : 'tag']: term.id }),
            'calendar',
            t('seeEvents'),
          )}
          {kind === 'categories' && deed('move')}
          {deed('merge')}
          {mayReadHistory() && link(to(`history/${kind}/${term.id}`), 'clock', tFrame('history'))}
          {deed('delete')}
        </ul>
      )}
    </div>
  )
}
