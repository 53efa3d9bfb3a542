import { useRead } from '../kit/read.ts'
import { Icon } from '../icons.tsx'
import type { Kind } from './kinds.ts'
import { type Pair, readPairs, sayDifferent, whyAlike } from './pairs.ts'
import { t } from '../common/texts.ts'

/** Others that may be the same one, each with a way to compare the two. */
export function PairHints(props: {
  readonly kind: Kind
  readonly id: number
  readonly onCompare: (other: number | undefined) => void
}) {
  const { kind, id, onCompare } = props
  // It is a hint only.
  const { value: pairs = [], change } = useRead(async () =>
    (await readPairs(kind)).filter(({ records }) => records.some((one) => one.id === id)),
  )
  const other = (pair: Pair) => pair.records.find((one) => one.id !== id)
  return (
    <>
      {pairs.map((pair) => (
        <div class="notice warn" key={other(pair)?.id}>
          <Icon name="warning" />
          <div>
            <p dir="auto">
              <b>{t('perhapsTwice', { name: other(pair)?.name ?? '' })}</b> {whyAlike(pair)}
            </p>
            <p class="acts">
              <button class="plain" type="button" onClick={() => onCompare(other(pair)?.id)}>
                {t('compare')}
              </button>
              <button
                class="quiet"
                type="button"
                onClick={() => {
                  sayDifferent(kind, pair)
                  change((now) => now.filter((one) => one !== pair))
                }}
              >
                {t('different')}
              </button>
            </p>
          </div>
        </div>
      ))}
    </>
  )
}
