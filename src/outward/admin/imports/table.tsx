import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { faultText } from '../faults.ts'
import { Icon } from '../icons.tsx'
import { Failed } from '../parts.tsx'
import { sourceText } from '../refusals/said.ts'
import { go, to } from '../route.ts'
import { settle } from '../settle.ts'
import { numberText } from '../texts.ts'
import { useTitle } from '../title.ts'
import { say } from '../toasts.tsx'
import {
  type FieldChange,
  type Import,
  importFile,
  optionsOf,
  type Preview,
  previewFile,
  readSource,
  sourceOfFile,
  settled,
  type Source,
  tryFile,
} from './asks.ts'
import { ChooseFile, Steps } from './chooseFile.tsx'
import { Columns } from './columns.tsx'
import { Copied } from './copied.tsx'
import { WhatHappens } from './happening.tsx'
import { chosenIn, mapOf } from './map.ts'
import { Options } from './tableOptions.tsx'
import { eventCounts, rowsOf, untaken } from './taken.ts'
import { t } from './texts.ts'
import { countsText } from './words.ts'

/** A file is imported: it is chosen, its columns are said, what will happen is shown, and then it happens. */
export function TableImport({ query }: { readonly query: URLSearchParams }) {
  const sourceId = Number(query.get('source') ?? 0)
  const isCalendar = query.get('kind') === 'calendar'
  const title = isCalendar ? t('calendarTitle') : t('tableTitle')
  const source = useSignal<Source | undefined>(undefined)
  const file = useSignal<File | undefined>(undefined)
  const preview = useSignal<Preview | undefined>(undefined)
  const chosen = useSignal<ReadonlyMap<string, string>>(new Map())
  const options = useSignal(optionsOf())
  const tried = useSignal<Import | undefined>(undefined)
  const left = useSignal<readonly FieldChange[]>([])
  const fault = useSignal('')
  // Under which name its rows are known, where somebody has said so.
  const fileName = useSignal('')
  const isWorking = useSignal(false)
  const tries = useSignal(0)
  const ending = useRef(new AbortController())
  useTitle(file.value?.name ?? title)
  useEffect(() => () => ending.current.abort(), [])
  useEffect(() => {
    if (sourceId > 0)
      void settle(
        readSource(sourceId),
        (read) => {
          source.value = read
        },
        (error) => {
          fault.value = faultText(error)
        },
      )
  }, [sourceId])
  const map = mapOf(chosen.value)
  const reading = { map, ...options.value, file_name: fileName.value }
  const choose = (picked: File | undefined) => {
    if (!picked) return
    // The rows of a source are remembered by the name of its file.
    const name = source.value?.file ?? picked.name
    file.value = name === picked.name ? picked : new File([picked], name, { type: picked.type })
    // Another version of a file is read as the one before.
    chosen.value = chosenIn(source.value?.map ?? '')
    options.value = optionsOf(source.value)
    preview.value = undefined
    fileName.value = ''
    tries.value += 1
  }
  useEffect(() => {
    const trying = new AbortController()
    const { value: now } = file
    if (!now) return undefined
    tried.value = undefined
    left.value = []
    fault.value = ''
    const failed = (error: unknown) => {
      if (!trying.signal.aborted) fault.value = faultText(error)
    }
    void settle(
      previewFile(now, map),
      (seen) => {
        if (trying.signal.aborted) return
        preview.value = seen
        // What would be here twice is asked about first.
        if (!seen.ready || isTwice(seen, fileName.value)) return
        void settle(
          tryFile(now, reading, trying.signal),
          (found) => {
            if (trying.signal.aborted) return
            if (found.status === 'done') {
              tried.value = found
              left.value = untaken(found)
            } else fault.value = sourceText(found.message ?? '')
          },
          failed,
        )
      },
      failed,
    )
    return () => trying.abort()
  }, [tries.value, map, options.value])
  const bring = () => {
    const { value: now } = file
    if (!now) return
    isWorking.value = true
    void settle(
      importFile(now, reading, { of: source.value, left: left.value }).then(({ id }) =>
        settled(id, ending.current.signal),
      ),
      (done) => {
        const [run] = done.runs
        say(t('done', { what: (run && countsText(run)) ?? done.name }))
        go(to('imports'))
      },
      (error) => {
        isWorking.value = false
        if (!ending.current.signal.aborted) fault.value = faultText(error)
      },
    )
  }
  const now = preview.value
  /** Reads the file as a new version of the one that it was copied from. */
  const readAs = (name: string) =>
    void settle(
      sourceOfFile(name),
      (found) => {
        source.value = found
        if (file.value) choose(new File([file.value], name, { type: file.value.type }))
      },
      (error) => {
        fault.value = faultText(error)
      },
    )
  return (
    <>
      <div class="head">
        <div>
          <h1 dir="auto">{file.value?.name ?? source.value?.name ?? title}</h1>
          {now?.kind === 'table' && tried.value && (
            <p>
              {t('sizeSays', {
                rows: numberText(rowsOf(tried.value)),
                columns: numberText(now.columns.length),
              })}
            </p>
          )}
        </div>
        <div class="acts">
          <a class="button quiet" href={to('imports')}>
            {t('leave')}
          </a>
        </div>
      </div>
      <Steps at={file.value ? 2 : 1} isTable={now ? now.kind === 'table' : !isCalendar} />
      {!file.value && (sourceId === 0 || source.value) && (
        <ChooseFile isCalendar={isCalendar} onChoose={choose} />
      )}
      {fault.value !== '' && (
        <Failed
          fault={fault.value}
          onAgain={() => {
            tries.value += 1
          }}
        />
      )}
      {now?.kind === 'table' && (
        <section class="part" aria-labelledby="columns">
          <div class="part-head">
            <h2 id="columns">{t('whichColumn')}</h2>
            <p class="dim">{t('guessed')}</p>
          </div>
          <Columns
            preview={now}
            faults={tried.value?.report.skipped ?? []}
            onChoose={(header, field) => {
              chosen.value = new Map([...chosen.value, [header, field]])
            }}
          />
          <Options
            options={options.value}
            hasStatus={now.columns.some(({ field }) => field === 'status')}
            onChoose={(next) => {
              options.value = next
            }}
          />
          {!now.ready && (
            <p class="fault" role="alert">
              <Icon name="warning" />
              {t('needColumns')}
            </p>
          )}
        </section>
      )}
      {now?.copy_of && isTwice(now, fileName.value) && (
        <Copied
          from={now.copy_of}
          onVersion={() => readAs(now.copy_of ?? '')}
          onAnother={() => {
            fileName.value = file.value?.name ?? ''
            tries.value += 1
          }}
        />
      )}
      {file.value && now?.ready && !isTwice(now, fileName.value) && (
        <WhatHappens
          tried={tried.value}
          left={left.value}
          isTrying={fault.value === ''}
          onLeave={(next) => {
            left.value = next
          }}
        />
      )}
      {tried.value && (
        <div class="save-bar">
          <button
            class="big"
            type="button"
            disabled={isWorking.value || countsText(eventCounts(tried.value, left.value)) === undefined}
            onClick={bring}
          >
            {t('importCounts', { counts: countsText(eventCounts(tried.value, left.value)) ?? '0' })}
          </button>
          <span class="hint">{t('undoable')}</span>
        </div>
      )}
    </>
  )
}

/** Whether most of a file would be here twice, and nobody has said that this is meant. */
function isTwice({ copy_of }: Preview, fileName: string): boolean {
  return copy_of !== null && fileName === ''
}
