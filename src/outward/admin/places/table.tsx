import { mostCounted } from './counts.ts'
import { Fragment } from 'preact'
import { MenuCell } from '../parts.tsx'
import { to } from '../route.ts'
import { numberText, t as tFrame } from '../texts.ts'
import { addressOf, type Kind, type KindFacts, nameOf, type Placed } from './kinds.ts'
import { type Pair, whyAlike } from './pairs.ts'
import { t } from './texts.ts'

/** The rows of a page. */
export function Table(props: {
  readonly facts: KindFacts
  readonly rows: readonly Placed[]
  readonly counts: ReadonlyMap<number, number> | undefined
  readonly twice: ReadonlySet<number>
  readonly onMenu: (row: Placed) => void
}) {
  const { facts, rows, counts, twice, onMenu } = props
  const isWhole = counts !== undefined && counts.size < mostCounted
  return (
    <table class="list cards no-pick" role="table">
      <thead role="rowgroup">
        <tr role="row">
          <th scope="col" role="columnheader">
            {tFrame('name')}
          </th>
          <th scope="col" role="columnheader">
            {t('address')}
          </th>
          <th scope="col" role="columnheader">
            {tFrame('state')}
          </th>
          <th scope="col" role="columnheader" class="c-end">
            {t('comingUp')}
          </th>
          <th scope="col" role="columnheader">
            <span class="hidden">{tFrame('more')}</span>
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => {
          const count = counts?.get(row.id) ?? (isWhole ? 0 : undefined)
          return (
            <tr role="row" key={row.id}>
              <th scope="row" role="rowheader">
                <p class="what">
                  <a href={to(`${facts.kind}/${row.id}`)} dir="auto">
                    {nameOf(row)}
                  </a>
                </p>
              </th>
              <td role="cell" class="dim" dir="auto">
                {addressOf(row)}
              </td>
              <td role="cell">
                <States row={row} isPlaced={facts.isPlaced} isTwice={twice.has(row.id)} />
              </td>
              <td role="cell" class="c-end num" data-is={t('comingUp')}>
                {count === undefined ? '' : numberText(count)}
              </td>
              <MenuCell title={nameOf(row)} onOpen={() => onMenu(row)} />
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function States(props: { readonly row: Placed; readonly isPlaced: boolean; readonly isTwice: boolean }) {
  const { row, isPlaced, isTwice } = props
  const isLost = isPlaced && (row.geo_lat === undefined || row.geo_lat === null)
  return (
    <span class="tags">
      {row.status === 'pending' && <span class="tag info">{tFrame('waitingOne')}</span>}
      {row.status === 'draft' && <span class="tag">{tFrame('draft')}</span>}
      {row.status === 'private' && <span class="tag">{tFrame('private')}</span>}
      {isTwice && <span class="tag warn">{t('twice')}</span>}
      {isLost && <span class="tag bad">{t('noPlace')}</span>}
    </span>
  )
}

/** Those that are perhaps there twice, pair by pair. */
export function Pairs(props: {
  readonly kind: Kind
  readonly pairs: readonly Pair[]
  readonly onDifferent: (pair: Pair) => void
}) {
  const { kind, pairs, onDifferent } = props
  if (pairs.length === 0) return <p class="dim">{t('nothingTwice')}</p>
  return (
    <ul class="pairs">
      {pairs.map((pair) => {
        const [stays, goes] = pair.records
        return (
          <li key={`${stays?.id} ${goes?.id}`}>
            <p dir="auto">
              {pair.records.map(({ id, name }, at) => (
                <Fragment key={id}>
                  {at > 0 && ' · '}
                  <a href={to(`${kind}/${id}`)}>
                    <b>{name}</b>
                  </a>
                </Fragment>
              ))}
            </p>
            <p class="dim">{whyAlike(pair)}</p>
            <p class="acts">
              <a class="button plain" href={to(`${kind}/${stays?.id}`, { merge: goes?.id })}>
                {t('compare')}
              </a>
              <button class="quiet" type="button" onClick={() => onDifferent(pair)}>
                {t('different')}
              </button>
            </p>
          </li>
        )
      })}
    </ul>
  )
}
