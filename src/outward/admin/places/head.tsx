import { Icon } from '../icons.tsx'
import { RowMenu } from '../kit/rowMenu.tsx'
import { dayOf } from '../moments.ts'
import { to } from '../route.ts'
import { numberText, t as tFrame, tn as tnFrame } from '../texts.ts'
import type { Around } from './activity.ts'
import { type KindFacts, nameOf, type Placed } from './kinds.ts'
import { usePlacedDeeds } from './menu.tsx'
import { t } from '../common/texts.ts'

/** What the record is called, what is around it, and what can be done with it; a new one without a record. */
export function PlacedHead(props: {
  readonly facts: KindFacts
  readonly record: Placed | undefined
  readonly around: Around
  readonly onMerge: () => void
  readonly onDone: () => void
}) {
  const { facts, record, around, onMerge, onDone } = props
  const says = aroundText(around)
  const { deeds, asked } = usePlacedDeeds({ facts, isOfList: false, onMerge, onDone })
  return (
    <div class="head">
      <div>
        <p class="up">
          <a href={to(facts.kind)}>{tFrame(facts.title)}</a>
        </p>
        <h1 dir="auto">{record ? nameOf(record) : tFrame(facts.newOne)}</h1>
        {record && <p dir="auto">{says || '\u00a0'}</p>}
      </div>
      {record && (
        <div class="acts">
          {record.status !== 'trash' && (
            <a class="button plain" href={record.url}>
              <Icon name="eye" />
              {t('publicPage')}
            </a>
          )}
          <button class="plain" type="button" popovertarget="placed-menu">
            <Icon name="more" />
            {tFrame('more')}
          </button>
          <RowMenu id="placed-menu" row={record} deeds={deeds(record)} />
          {asked}
        </div>
      )}
    </div>
  )
}

/** How much comes up and how much was before, and who changed the record last. */
function aroundText({ coming, before, past }: Around): string {
  const events =
    coming &&
    before !== undefined &&
    t('around', { events: tnFrame('events_', coming.total), before: numberText(before) })
  const last = past?.[0]
  const day = last && dayOf(last.at)
  const changed =
    day && (last.by.name === '' ? t('changedOn', { day }) : t('changedBy', { day, name: last.by.name }))
  return [events, changed].filter(Boolean).join(' · ')
}
