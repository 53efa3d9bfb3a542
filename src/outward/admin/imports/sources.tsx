import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { faultText } from '../faults.ts'
import { Icon } from '../icons.tsx'
import { momentText } from '../moments.ts'
import { Failed, MenuCell } from '../parts.tsx'
import { sourceText } from '../refusals/said.ts'
import { to } from '../route.ts'
import { settle } from '../settle.ts'
import { numberText, t as frame } from '../texts.ts'
import { useTitle } from '../title.ts'
import { say, sayFault } from '../toasts.tsx'
import { readSources, runSource, saveSource, settled, type Source, stopSource } from './asks.ts'
import { Ask, EditSource, RhythmSelect } from './dialogs.tsx'
import { Menu } from './menu.tsx'
import { Spark } from './spark.tsx'
import { t, tn } from './texts.ts'
import { lampOf, lastText, rhythmOf, wordsOf } from './words.ts'

type Open = { readonly is: 'edit' | 'remove' | 'undo'; readonly source: Source } | { readonly is: 'new' }

/** Where events come from by themselves, how each source does, and what can be done with it. */
export function Sources() {
  const sources = useSignal<readonly Source[] | undefined>(undefined)
  const fault = useSignal('')
  const reads = useSignal(0)
  const pointed = useSignal<Source | undefined>(undefined)
  const open = useSignal<Open | undefined>(undefined)
  useTitle(frame('imports'))
  const again = () => {
    reads.value += 1
  }
  useEffect(() => {
    const watching = new AbortController()
    void settle(
      readSources(),
      (found) => {
        sources.value = found
        fault.value = ''
        const going = found.filter(({ running }) => running)
        if (going.length === 0) return
        void settle(
          Promise.all(going.map(({ id }) => settled(id, watching.signal))),
          () => {
            if (!watching.signal.aborted) again()
          },
          () => {},
        )
      },
      (error) => {
        fault.value = faultText(error)
      },
    )
    return () => watching.abort()
  }, [reads.value])
  const carryOut = (work: Promise<unknown>, done: string) =>
    void settle(
      work,
      () => {
        say(done)
        again()
      },
      (error) => {
        sayFault(faultText(error))
        again()
      },
    )
  const run = (source: Source) => carryOut(runSource(source), t('begun', { name: source.name }))
  const close = () => {
    open.value = undefined
  }
  const all = sources.value
  const now = open.value
  return (
    <>
      <div class="head">
        <div>
          <h1>{frame('imports')}</h1>
          {all && all.length > 0 && (
            <p>
              {tn('sources_', all.length)} ·{' '}
              {tn(
                'events_',
                all.reduce((sum, { events }) => sum + events, 0),
              )}
            </p>
          )}
        </div>
        <div class="acts">
          <a class="button plain" href={to('imports/table')}>
            <Icon name="table" />
            {t('aTable')}
          </a>
          <a class="button plain" href={to('imports/table', { kind: 'calendar' })}>
            <Icon name="download" />
            {t('aCalendar')}
          </a>
          <button
            type="button"
            onClick={() => {
              open.value = { is: 'new' }
            }}
          >
            <Icon name="plus" />
            {t('newSource')}
          </button>
        </div>
      </div>
      {fault.value !== '' && <Failed fault={fault.value} onAgain={again} />}
      {all?.length === 0 && (
        <div class="notice">
          <Icon name="download" />
          <div>
            <p>
              <b>{t('nothingYet')}</b>
            </p>
            <p>{t('nothingHint')}</p>
          </div>
        </div>
      )}
      {all && all.length > 0 && (
        <div class="stack">
          {all
            .filter(({ health }) => health === 'failing')
            .map((source) => (
              <Fault
                key={source.id}
                source={source}
                onEdit={() => {
                  open.value = { is: 'edit', source }
                }}
                onRun={() => run(source)}
              />
            ))}
          <SourceTable
            sources={all}
            onRhythm={(source, rhythm) => carryOut(saveSource(source.id, wordsOf(rhythm)), t('saved'))}
            onMenu={(source) => {
              pointed.value = source
            }}
          />
          <p class="hint">{t('editedStays')}</p>
        </div>
      )}
      <Menu
        source={pointed.value}
        onRun={run}
        onStop={(source) => carryOut(stopSource(source), t('saved'))}
        onOpen={(is, source) => {
          open.value = { is, source }
        }}
      />
      {(now?.is === 'new' || now?.is === 'edit') && (
        <EditSource
          source={now.is === 'edit' ? now.source : undefined}
          onClose={close}
          onDone={(source) => {
            close()
            say(now.is === 'new' ? t('begun', { name: source.name }) : t('saved'))
            again()
          }}
        />
      )}
      {(now?.is === 'remove' || now?.is === 'undo') && (
        <Ask
          does={now.is}
          source={now.source}
          onClose={close}
          onDone={() => {
            close()
            say(now.is === 'undo' ? t('undone') : t('saved'))
            again()
          }}
        />
      )}
    </>
  )
}

function Fault(props: { readonly source: Source; readonly onEdit: () => void; readonly onRun: () => void }) {
  const { source, onEdit, onRun } = props
  const when = source.failing_since_utc === null ? '' : momentText(source.failing_since_utc)
  return (
    <div class="notice bad">
      <Icon name="warning" />
      <div>
        <p dir="auto">
          <b>{t('hasFailed', { name: source.name, when })}</b>
        </p>
        {source.message !== null && <p>{sourceText(source.message)}</p>}
        <p>{t('stays')}</p>
        <p class="acts">
          {source.url !== null && (
            <button class="plain" type="button" onClick={onEdit}>
              {t('changeAddress')}
            </button>
          )}
          {source.url !== null && (
            <button class="plain" type="button" onClick={onRun}>
              {t('tryAgain')}
            </button>
          )}
        </p>
      </div>
    </div>
  )
}

const kindNames = {
  site: 'kindSite',
  calendar: 'kindCalendar',
  table: 'kindTable',
  page: 'kindPage',
  unknown: 'kindUnknown',
} as const

/** Where a source is, in brief. */
function placeOf({ url, file }: Source): string {
  return file ?? URL.parse(url ?? '')?.host ?? ''
}

function SourceTable(props: {
  readonly sources: readonly Source[]
  readonly onRhythm: (source: Source, rhythm: string) => void
  readonly onMenu: (source: Source) => void
}) {
  const { sources, onRhythm, onMenu } = props
  return (
    <table class="list cards no-pick" role="table">
      <thead role="rowgroup">
        <tr role="row">
          {[t('source'), t('lastRuns'), t('last'), t('repeats')].map((head) => (
            <th key={head} scope="col" role="columnheader">
              {head}
            </th>
          ))}
          <th scope="col" class="c-end" role="columnheader">
            {t('eventsHead')}
          </th>
          <th scope="col" role="columnheader">
            <span class="hidden">{frame('more')}</span>
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {sources.map((source) => (
          <tr key={source.id} role="row">
            <th scope="row" role="rowheader">
              <p class="what">
                <span class={`lamp ${lampOf(source)}`} /> <span dir="auto">{source.name}</span>
              </p>
              <p class="under">
                <span>{t(kindNames[source.kind])}</span> · <span dir="auto">{placeOf(source)}</span>
              </p>
              {source.health === 'attention' && source.message !== null && (
                <p class="under">{sourceText(source.message)}</p>
              )}
            </th>
            <td role="cell">
              <Spark runs={source.runs} />
            </td>
            <td role="cell">{lastText(source)}</td>
            <td role="cell">
              {source.url === null ? (
                t('byHand')
              ) : (
                <RhythmSelect
                  isQuiet
                  label={t('repeatOf', { name: source.name })}
                  value={rhythmOf(source)}
                  onChange={(rhythm) => onRhythm(source, rhythm)}
                />
              )}
            </td>
            <td class="c-end num" role="cell" data-is={t('eventsHead')}>
              {numberText(source.events)}
            </td>
            <MenuCell title={source.name} onOpen={() => onMenu(source)} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}
