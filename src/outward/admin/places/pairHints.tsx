import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Icon } from '../icons.tsx'
import { settle } from '../settle.ts'
import type { Kind } from './kinds.ts'
import { type Pair, readPairs, sayDifferent, whyAlike } from './pairs.ts'
import { t } from './texts.ts'

/** Others that may be the same one, each with a way to compare the two. */
export function PairHints(props: {
  readonly kind: Kind
  readonly id: number
  readonly onCompare: (other: number | undefined) => void
}) {
  const { kind, id, onCompare } = props
  const pairs = useSignal<readonly Pair[]>([])
  useEffect(() => {
    void settle(
      readPairs(kind),
      (found) => {
        pairs.value = found.filter(({ records }) => records.some((one) => one.id === id))
      },
      // It is a hint only.
      () => {},
    )
  }, [])
  const other = (pair: Pair) => pair.records.find((one) => one.id !== id)
  return (
    <>
      {pairs.value.map((pair) => (
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
                  pairs.value = pairs.value.filter((one) => one !== pair)
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
