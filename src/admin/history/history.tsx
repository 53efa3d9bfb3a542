import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { faultText } from '../faults.ts'
import { Icon } from '../icons.tsx'
import { Failed } from '../parts.tsx'
import { go, to } from '../route.ts'
import { me } from '../session.ts'
import { settle } from '../settle.ts'
import { numberText, plain, t as frame } from '../texts.ts'
import { useTitle } from '../title.ts'
import { type Acts, type Kind, pathsOf, readActs, readRecord, readTitle } from './asks.ts'
import { kindNames, Log } from './log.tsx'
import { t } from './texts.ts'

/** What was done in the whole calendar, narrowed by its kind and by who did it; or what one import did. */
export function History({ query }: { readonly query: URLSearchParams }) {
  const [kind, who, ofImport] = ['kind', 'who', 'import'].map((name) => query.get(name) ?? undefined)
  const title = ofImport === undefined ? frame('history') : t('historyOfImport', { id: ofImport })
  const narrow = (changed: Readonly<Record<string, string | undefined>>) =>
    go(to('history', { kind, who, ...changed }), true)
  return (
    <Pages
      key={`${kind} ${who} ${ofImport}`}
      title={title}
      says={t('everything')}
      isOfImport={ofImport !== undefined}
      read={(page) =>
        readActs({ page, kind, user: who === 'me' ? me.value?.id : undefined, import: ofImport })
      }
    >
      {ofImport === undefined && (
        <div class="tools">
          <Choice
            label={t('kind')}
            value={kind ?? ''}
            options={[
              ['', t('anyKind')],
              ...Object.entries(kindNames).map(([name, text]) => [name, t(text)] as const),
            ]}
            onChange={(chosen) => narrow({ kind: chosen })}
          />
          <Choice
            label={t('who')}
            value={who ?? ''}
            options={[
              ['', t('anybody')],
              ['me', t('byMe')],
            ]}
            onChange={(chosen) => narrow({ who: chosen })}
          />
        </div>
      )}
    </Pages>
  )
}

/** What was done to one record. */
export function RecordHistory({ kind, id }: { readonly kind: Kind; readonly id: number }) {
  const name = useSignal('')
  useEffect(() => {
    void settle(
      readTitle(kind, id),
      (found) => {
        name.value = plain(found)
      },
      // The history says what is wrong; one that is gone has no name.
      () => {},
    )
  }, [kind, id])
  const title = name.value || `${t(kindNames[kind])} ${id}`
  return (
    <Pages
      key={`${kind} ${id} ${title}`}
      title={t('historyOf', { title })}
      up={kind === 'series' ? undefined : { path: upOf(kind, id), text: title }}
      read={(page) => readRecord({ kind, id, title }, page)}
    />
  )
}

function upOf(kind: Kind, id: number): string {
  return kind === 'category' || kind === 'tag' ? to(pathsOf[kind], { id }) : to(`${pathsOf[kind]}/${id}`)
}

function Choice(props: {
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [value: string, text: string])[]
  readonly onChange: (chosen: string) => void
}) {
  const { label, value, options, onChange } = props
  return (
    <select
      class="fit"
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      {options.map(([each, text]) => (
        <option key={each} value={each}>
          {text}
        </option>
      ))}
    </select>
  )
}

function Pages(props: {
  readonly title: string
  readonly says?: string
  readonly up?: { readonly path: string; readonly text: string } | undefined
  readonly isOfImport?: boolean
  readonly read: (page: number) => Promise<Acts>
  readonly children?: preact.ComponentChildren
}) {
  const { title, says, up, isOfImport = false, read, children } = props
  const found = useSignal<Acts | undefined>(undefined)
  const page = useSignal(1)
  const reads = useSignal(0)
  const fault = useSignal('')
  useTitle(title)
  useEffect(() => {
    const { value: wanted } = page
    void settle(
      read(wanted),
      (got) => {
        const before = wanted === 1 ? [] : (found.value?.acts ?? [])
        found.value = { ...got, acts: [...before, ...got.acts] }
        fault.value = ''
      },
      (error) => {
        fault.value = faultText(error)
      },
    )
  }, [page.value, reads.value])
  const again = () => {
    page.value = 1
    reads.value += 1
  }
  const now = found.value
  return (
    <>
      <div class="head">
        <div>
          {up && (
            <p class="up">
              <a href={up.path} dir="auto">
                {up.text}
              </a>
            </p>
          )}
          <h1 dir="auto">{title}</h1>
          {says !== undefined && <p>{says}</p>}
        </div>
        {(up || isOfImport) && (
          <div class="acts">
            <a class="button plain" href={to('history')}>
              <Icon name="clock" />
              {t('allHistory')}
            </a>
          </div>
        )}
      </div>
      {children}
      {fault.value !== '' && <Failed fault={fault.value} onAgain={again} />}
      {!now && fault.value === '' && <p role="status">{frame('loading')}</p>}
      {now?.acts.length === 0 && <p class="dim">{t('nothing')}</p>}
      {now && <Log acts={now.acts} isOfImport={isOfImport} onChanged={again} />}
      {now && now.acts.length > 0 && (
        <div class="pages">
          <span class="dim" role="status">
            {t('shownOf', { count: numberText(now.acts.length), total: numberText(now.total) })}
          </span>
          {page.value < now.pages && (
            <button
              type="button"
              class="plain"
              onClick={() => {
                page.value += 1
              }}
            >
              {t('earlier')}
            </button>
          )}
        </div>
      )}
    </>
  )
}
