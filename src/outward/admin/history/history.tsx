import { More } from '../kit/pages.tsx'
import { useRead } from '../kit/read.ts'
import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { Icon } from '../icons.tsx'
import { Loading } from '../lazyScreen.tsx'
import { Failed } from '../parts.tsx'
import { go, to } from '../route.ts'
import { mayReadHistory, me } from '../session.ts'
import { numberText, plain, t as frame } from '../texts.ts'
import { useTitle } from '../title.ts'
import { type Acts, type Kind, pathsOf, readActs, readRecord, readTitle } from './asks.ts'
import { kindNames, Log } from './log.tsx'
import { t } from './texts.ts'
import { type Narrowed, Tools } from './tools.tsx'

/** What was done in the whole calendar, narrowed by words, days, its kind and by who did it; or what one import did. */
export function History({ query }: { readonly query: URLSearchParams }) {
  const of = (name: keyof Narrowed | 'import') => query.get(name) || undefined
  const narrowed = { kind: of('kind'), who: of('who'), search: of('search'), from: of('from'), to: of('to') }
  const { who, ...asked } = narrowed
  const ofImport = of('import')
  const title = ofImport === undefined ? frame('history') : t('historyOfImport', { id: ofImport })
  const user = who === 'me' ? me.value?.id : undefined
  return (
    <Pages
      asked={JSON.stringify([narrowed, ofImport])}
      title={title}
      says={t('everything')}
      none={query.size === 0 ? t('nothing') : frame('nothingFound')}
      isOfImport={ofImport !== undefined}
      read={(page) => readActs({ ...asked, page, user, import: ofImport })}
    >
      {ofImport === undefined && (
        <Tools
          narrowed={narrowed}
          kinds={Object.entries(kindNames).map(([name, text]) => [name, t(text)])}
          onChange={(changed) => go(to('history', { ...narrowed, ...changed }), true)}
        />
      )}
    </Pages>
  )
}

/** What was done to one record. */
export function RecordHistory({ kind, id }: { readonly kind: Kind; readonly id: number }) {
  // The history says what is wrong; one that is gone has no name.
  const { value: name } = useRead(async () => plain(await readTitle(kind, id)), [kind, id])
  const title = name || `${t(kindNames[kind])} ${id}`
  return (
    <Pages
      asked={`${kind} ${id} ${title}`}
      title={t('historyOf', { title })}
      up={kind === 'series' ? undefined : { path: upOf(kind, id), text: title }}
      read={(page) => readRecord({ kind, id, title }, page)}
    />
  )
}

function upOf(kind: Kind, id: number): string {
  return kind === 'category' || kind === 'tag' ? to(pathsOf[kind], { id }) : to(`${pathsOf[kind]}/${id}`)
}

function Pages(props: {
  /** What stands for all that is asked: where it is another, the first page of it is read. */
  readonly asked: string
  readonly title: string
  /** Said where there is none. */
  readonly none?: string
  readonly says?: string
  readonly up?: { readonly path: string; readonly text: string } | undefined
  readonly isOfImport?: boolean
  readonly read: (page: number) => Promise<Acts>
  readonly children?: preact.ComponentChildren
}) {
  const { asked, title, says, none = t('nothing'), up, isOfImport = false, read, children } = props
  const turned = useSignal({ asked, page: 1 })
  const shown = useRef<Acts['acts']>([])
  useTitle(title)
  const wanted = turned.value.asked === asked ? turned.value.page : 1
  const found = useRead(
    async (signal) => {
      const got = await read(wanted)
      if (!signal.aborted) shown.current = [...(wanted === 1 ? [] : shown.current), ...got.acts]
      return { ...got, acts: shown.current }
    },
    [asked, wanted],
  )
  const again = () => {
    turned.value = { asked, page: 1 }
    found.again()
  }
  const { value: now, fault, isRefused } = found
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
        {(up || isOfImport) && mayReadHistory() && (
          <div class="acts">
            <a class="button plain" href={to('history')}>
              <Icon name="clock" />
              {t('allHistory')}
            </a>
          </div>
        )}
      </div>
      {children}
      {fault !== '' && (
        <Failed fault={fault} isRefused={isRefused} onAgain={again} back={up && [up.path, up.text]} />
      )}
      {!now && fault === '' && <Loading />}
      {now?.acts.length === 0 && <p class="dim">{none}</p>}
      {now && <Log acts={now.acts} isOfImport={isOfImport} onChanged={again} />}
      {now && now.acts.length > 0 && (
        <More
          says={t('shownOf', { count: numberText(now.acts.length), total: numberText(now.total) })}
          more={t('earlier')}
          onMore={wanted < now.pages && (() => (turned.value = { asked, page: wanted + 1 }))}
        />
      )}
    </>
  )
}
