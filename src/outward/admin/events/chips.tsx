import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { me } from '../session.ts'
import { plain, t as tFrame, tn as tnFrame } from '../texts.ts'
import { Chip } from '../kit/chip.tsx'
import { idsOf, narrowKinds, type Narrowing } from './filterValues.ts'
import { authors, nameOf, needAuthors, needNames } from './names.ts'
import { OwnChips } from '../own/chips.tsx'
import { comingText } from './states.ts'
import { stateText } from '../common/stateText.ts'
import { t } from './texts.ts'

/** What is looked for, each with a button that takes it away; and how many events there are so. */
export function Chips(
  props: Narrowing & {
    readonly total: number | undefined
    readonly chips: ComponentChildren
    readonly onShowAll: () => void
  },
) {
  const { narrowed, onChange, onShowAll, total, chips } = props
  const { search, author, state, from } = narrowed
  useEffect(() => {
    for (const kind of narrowKinds) needNames(kind, idsOf(narrowed[kind]))
    if (author !== '' && author !== String(me.peek()?.id)) needAuthors()
  }, [JSON.stringify(narrowed)])
  return (
    <div class="chips tools" role="group" aria-label={t('filtersInUse')}>
      {search !== '' && <Chip name={`“${search}”`} onRemove={() => onChange({ search: '' })} />}
      {narrowKinds.flatMap((kind) =>
        idsOf(narrowed[kind]).map((id) => (
          <Chip
            key={`${kind} ${id}`}
            name={nameOf(kind, id)}
            onRemove={() =>
              onChange({
                [kind]: idsOf(narrowed[kind])
                  .filter((other) => other !== id)
                  .join(','),
              })
            }
          />
        )),
      )}
      {author !== '' && <Chip name={authorText(author)} onRemove={() => onChange({ author: '' })} />}
      {state !== '' && <Chip name={stateText(state)} onRemove={() => onChange({ state: '' })} />}
      {from !== '' && <Chip name={comingText(from)} onRemove={() => onChange({ from: '' })} />}
      <OwnChips own={narrowed.own} onChange={(own) => onChange({ own })} />
      {chips}
      <button class="text" type="button" onClick={onShowAll}>
        {tFrame('showAll')}
      </button>
      {total !== undefined && (
        <span class="dim push" role="status">
          {tnFrame('events_', total)}
        </span>
      )}
    </div>
  )
}

function authorText(author: string): string {
  if (author === String(me.value?.id)) return t('onlyMine')
  const found = authors.value.find(({ id }) => String(id) === author)
  return found ? plain(found.name) : `#${author}`
}
