import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { faultText } from '../faults.ts'
import { Failed } from '../parts.tsx'
import { sourceText } from '../refusals/said.ts'
import { go, to } from '../route.ts'
import { settle } from '../settle.ts'
import { useTitle } from '../title.ts'
import { say, sayFault } from '../toasts.tsx'
import {
  ended,
  type FieldChange,
  type Import,
  readSource,
  runSource,
  type Source,
  trySource,
} from './asks.ts'
import { WhatHappens } from './happening.tsx'
import { eventCounts, untaken } from './taken.ts'
import { t } from './texts.ts'
import { countsText } from './words.ts'

function run(of: Source, left: readonly FieldChange[]): void {
  void settle(
    runSource(of, left),
    () => {
      say(t('begun', { name: of.name }))
      go(to('imports'))
    },
    (error) => sayFault(faultText(error)),
  )
}

/** What importing a source now would do, before it is done. */
export function Try({ query }: { readonly query: URLSearchParams }) {
  const id = Number(query.get('source') ?? 0)
  const source = useSignal<Source | undefined>(undefined)
  const tried = useSignal<Import | undefined>(undefined)
  const left = useSignal<readonly FieldChange[]>([])
  const fault = useSignal('')
  const tries = useSignal(0)
  useTitle(source.value?.name ?? t('whatHappens'))
  useEffect(() => {
    const trying = new AbortController()
    const failed = (error: unknown) => {
      if (!trying.signal.aborted) fault.value = faultText(error)
    }
    fault.value = ''
    void settle(
      readSource(id),
      (read) => {
        source.value = read
      },
      failed,
    )
    void settle(
      trySource(id).then((begun) => ended(begun.id, trying.signal)),
      (found) => {
        if (found.status === 'done') {
          tried.value = found
          left.value = untaken(found)
        } else fault.value = sourceText(found.message ?? '')
      },
      failed,
    )
    return () => trying.abort()
  }, [id, tries.value])
  return (
    <>
      <div class="head">
        <div>
          <h1 dir="auto">{source.value?.name ?? t('whatHappens')}</h1>
        </div>
        <div class="acts">
          <a class="button quiet" href={to('imports')}>
            {t('leave')}
          </a>
        </div>
      </div>
      {fault.value !== '' && (
        <Failed
          fault={fault.value}
          onAgain={() => {
            tries.value += 1
          }}
        />
      )}
      <WhatHappens
        tried={tried.value}
        left={left.value}
        isTrying={fault.value === ''}
        onLeave={(next) => {
          left.value = next
        }}
      />
      {tried.value && source.value && (
        <div class="save-bar">
          <button class="big" type="button" onClick={() => source.value && run(source.value, left.value)}>
            {t('importCounts', { counts: countsText(eventCounts(tried.value, left.value)) ?? '0' })}
          </button>
          <span class="hint">{t('undoable')}</span>
        </div>
      )}
    </>
  )
}
