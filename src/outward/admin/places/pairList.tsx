import { Fragment } from 'preact'
import { to } from '../route.ts'
import type { Kind } from './kinds.ts'
import { type Pair, whyAlike } from './pairs.ts'
import { t } from '../common/texts.ts'

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
