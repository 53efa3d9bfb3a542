import type { FieldChange, Import } from './asks.ts'
import { Happening } from './runReport.tsx'
import { t } from './texts.ts'

/** The part of a screen that says what an import would do, once that is known. */
export function WhatHappens(props: {
  readonly tried: Import | undefined
  readonly left: readonly FieldChange[]
  /** Whether it is being tried. */
  readonly isTrying: boolean
  readonly onLeave: (left: readonly FieldChange[]) => void
  /** Hands over the rows that were refused, where there are rows. */
  readonly onRefused?: (() => void) | undefined
}) {
  const { tried, left, isTrying, onLeave, onRefused } = props
  return (
    <section class="part section" aria-labelledby="happening">
      <div class="part-head">
        <h2 id="happening">{t('whatHappens')}</h2>
        <p class="dim" role="status">
          {tried ? t('nothingWritten') : isTrying ? t('trying') : ''}
        </p>
      </div>
      {tried && <Happening tried={tried} left={left} onLeave={onLeave} onRefused={onRefused} />}
    </section>
  )
}
