import { useEffect } from 'preact/hooks'
import { Icon } from '../icons.tsx'
import { Failed } from '../parts.tsx'
import { to } from '../route.ts'
import { numberText } from '../texts.ts'
import { useTitle } from '../title.ts'
import type { Import, Preview } from './asks.ts'
import { ChooseFile, Steps } from './chooseFile.tsx'
import { Columns } from './columns.tsx'
import { Copied } from './copied.tsx'
import { takeDropped } from './dropped.ts'
import { WhatHappens } from './happening.tsx'
import { type Importing, useImporting } from './importing.ts'
import { Options } from './tableOptions.tsx'
import { eventCounts, rowsOf } from './taken.ts'
import { t } from './texts.ts'
import { countsText } from './words.ts'

/** A file is imported: it is chosen, its columns are said, what will happen is shown, and then it happens. */
export function TableImport({ query }: { readonly query: URLSearchParams }) {
  const sourceId = Number(query.get('source') ?? 0)
  const isCalendar = query.get('kind') === 'calendar'
  const importing = useImporting(sourceId)
  const { source, file, preview, isTwice, tried, left, fault } = importing
  const title = isCalendar ? t('calendarTitle') : t('tableTitle')
  useTitle(file?.name ?? title)
  useEffect(() => importing.choose(takeDropped()), [])
  return (
    <>
      <Head title={file?.name ?? source?.name ?? title} preview={preview} tried={tried} />
      <Steps at={file ? 2 : 1} isTable={preview ? preview.kind === 'table' : !isCalendar} />
      {!file && (sourceId === 0 || source) && (
        <ChooseFile isCalendar={isCalendar} onChoose={importing.choose} />
      )}
      {fault !== '' && <Failed fault={fault} onAgain={importing.again} />}
      {preview?.kind === 'table' && <WhichColumns preview={preview} importing={importing} />}
      {preview?.copy_of && isTwice && (
        <Copied
          from={preview.copy_of}
          onVersion={() => importing.readAs(preview.copy_of ?? '')}
          onAnother={importing.readAsAnother}
        />
      )}
      {file && preview?.ready && !isTwice && (
        <WhatHappens
          tried={tried}
          left={left.value}
          isTrying={fault === ''}
          onLeave={(next) => {
            left.value = next
          }}
          onRefused={preview.kind === 'table' ? importing.downloadRefused : undefined}
        />
      )}
      {tried && <Bring importing={importing} tried={tried} />}
    </>
  )
}

function Head(props: {
  readonly title: string
  readonly preview: Preview | undefined
  readonly tried: Import | undefined
}) {
  const { title, preview, tried } = props
  return (
    <div class="head">
      <div>
        <h1 dir="auto">{title}</h1>
        {preview?.kind === 'table' && tried && (
          <p>
            {t('sizeSays', {
              rows: numberText(rowsOf(tried)),
              columns: numberText(preview.columns.length),
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
  )
}

function WhichColumns({ preview, importing }: { readonly preview: Preview; readonly importing: Importing }) {
  const { chosen, options, tried } = importing
  return (
    <section class="part" aria-labelledby="columns">
      <div class="part-head">
        <h2 id="columns">{t('whichColumn')}</h2>
        <p class="dim">{t('guessed')}</p>
      </div>
      <Columns
        preview={preview}
        faults={tried?.report.skipped ?? []}
        onChoose={(header, field) => {
          chosen.value = new Map([...chosen.value, [header, field]])
        }}
      />
      <Options
        options={options.value}
        hasStatus={preview.columns.some(({ field }) => field === 'status')}
        onChoose={(next) => {
          options.value = next
        }}
      />
      {!preview.ready && (
        <p class="fault" role="alert">
          <Icon name="warning" />
          {t('needColumns')}
        </p>
      )}
    </section>
  )
}

function Bring({ importing, tried }: { readonly importing: Importing; readonly tried: Import }) {
  const { left, isWorking, bring } = importing
  const counts = countsText(eventCounts(tried, left.value))
  return (
    <div class="save-bar">
      <button class="big" type="button" disabled={isWorking || counts === undefined} onClick={bring}>
        {t('importCounts', { counts: counts ?? '0' })}
      </button>
      <span class="hint">{t('undoable')}</span>
    </div>
  )
}
