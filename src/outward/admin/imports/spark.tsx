import { numberText } from '../texts.ts'
import type { Run } from './asks.ts'
import { t } from './texts.ts'

/** How many runs are drawn. */
const drawn = 14

/** The last runs as bars, the newest at the end: those that failed stand out, and are told in words. */
export function Spark({ runs }: { readonly runs: readonly Run[] }) {
  const ended = runs.filter(({ status }) => status !== 'running')
  const well = ended.filter(({ status }) => status === 'done').length
  return (
    <svg
      class="spark"
      viewBox="0 0 112 28"
      role="img"
      aria-label={t('whenWell', { well: numberText(well), count: numberText(ended.length) })}
    >
      {Array.from({ length: drawn }, (_, at) => {
        const run = ended[drawn - 1 - at]
        const x = at * 8
        if (!run) return <rect key={at} class="none" x={x} y={24} width={5} height={2} rx={1} />
        const isBad = run.status !== 'done'
        return (
          <rect
            key={at}
            class={isBad ? 'bad' : undefined}
            x={x}
            y={isBad ? 2 : 8}
            width={5}
            height={isBad ? 24 : 18}
            rx={1}
          />
        )
      })}
    </svg>
  )
}
