import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { ask, Refusal } from '../api.ts'
import { faultText } from '../faults.ts'
import { Icon } from '../icons.tsx'
import { Later } from '../later.tsx'
import { go, to } from '../route.ts'
import { settle } from '../settle.ts'
import { t as tFrame } from '../texts.ts'
import { useTitle } from '../title.ts'
import { say, sayFault } from '../toasts.tsx'
import { Events } from './coming.tsx'
import { Fields, Part, Text } from './fields.tsx'
import { changesOf, emptyForm, type Form, keep, keptOf, load, type Loaded } from './form.ts'
import { type Kind, kinds, nameOf, type Placed } from './kinds.ts'
import { MergePlaced } from './merge.tsx'
import { type Pair, readPairs, sayDifferent, whyAlike } from './pairs.ts'
import { PictureOf } from './picture.tsx'
import { Position } from './position.tsx'
import { t } from './texts.ts'

// The text of events has it too, and it is large: all else can be used before it is there.
const loadRichText = () => import('../event/rich.tsx').then(({ RichText }) => RichText)

/** A place or an organizer: its fields, with its events beside; a new one without an id. */
export function PlacedEditor(props: {
  readonly kind: Kind
  readonly id: number | undefined
  readonly query: URLSearchParams
}) {
  const { kind, id, query } = props
  const facts = kinds[kind]
  const loaded = useSignal<Loaded | undefined>(undefined)
  const form = useSignal<Form>(keptOf(kind, id) ?? emptyForm(kind))
  const isFound = useSignal(id !== undefined && keptOf(kind, id) !== undefined)
  const faults = useSignal<Readonly<Record<string, string>>>({})
  const fault = useSignal('')
  const isOver = useSignal(false)
  const says = useSignal('')
  const merging = useSignal<number | 'ask' | undefined>(Number(query.get('merge') ?? Number.NaN) || undefined)
  const pairs = useSignal<readonly Pair[]>([])
  const { record } = loaded.value ?? {}
  useTitle(record ? nameOf(record) : tFrame(facts.newOne))
  useEffect(() => {
    if (id === undefined) return
    void settle(
      load(kind, id),

      (found) => {
        loaded.value = found
        if (!isFound.value) form.value = found.form
      },
      (error: unknown) => {
        fault.value = faultText(error)
      },
    )
    void settle(
      readPairs(kind),

      (found) => {
        pairs.value = found.filter(({ records }) => records.some((one) => one.id === id))
      },
      // It is a hint only.
      () => {},
    )
  }, [])
  const set = (field: string, value: string) => {
    form.value = { ...form.value, [field]: value }
    says.value = tFrame('keptHere')
    keep(kind, id, form.value)
  }
  const save = async () => {
    const name = form.value[facts.name]?.trim() ?? ''
    fault.value = ''
    faults.value = name === '' ? { [facts.name]: t('needsName') } : {}
    if (name === '') return document.getElementById(`p-${facts.name}`)?.focus()
    const before = loaded.value?.form ?? emptyForm(kind)
    const json = changesOf(kind, before, form.value)
    says.value = tFrame('saving')
    try {
      const path = id === undefined ? kind : `${kind}/${id}`
      const ifMatch = isOver.value ? undefined : loaded.value?.etag
      const { body } = await ask<Placed>(path, { method: 'POST', json, ifMatch })
      keep(kind, id, undefined)
      isOver.value = false
      isFound.value = false
      says.value = ''
      say(t(id === undefined ? 'created' : 'saved', { name: nameOf(body) }))
      if (id === undefined) return go(to(`${kind}/${body.id}`), true)
      loaded.value = await load(kind, id)
      form.value = loaded.value.form
    } catch (error) {
      says.value = tFrame('notSaved')
      faults.value = error instanceof Refusal ? error.fields : {}
      isOver.value = error instanceof Refusal && error.status === 412
      const known = Object.keys(faults.value).find((field) => document.getElementById(`p-${field}`))
      if (known === undefined) fault.value = isOver.value ? t('meanwhile') : faultText(error)
      else document.getElementById(`p-${known}`)?.focus()
    }
  }
  const change = async (json: object, text: string, method: 'POST' | 'DELETE' = 'POST', isForce = false) => {
    try {
      await ask(`${kind}/${id}`, {
        method,
        ...(method === 'POST' ? { json } : {}),
        query: isForce ? { force: true } : {},
      })
      say(text)
      go(to(kind))
    } catch (error) {
      sayFault(faultText(error))
    }
  }
  const mayChange = id === undefined || (loaded.value?.allow.includes('POST') ?? false)
  const isTrash = record?.status === 'trash'
  const name = record ? nameOf(record) : tFrame(facts.newOne)
  if (id !== undefined && !loaded.value)
    return (
      <p role={fault.value === '' ? 'status' : 'alert'} dir="auto">
        {fault.value || tFrame('loading')}
      </p>
    )
  const other = (pair: Pair) => pair.records.find((one) => one.id !== id)
  return (
    <>
      <div class="head">
        <div>
          <p class="up">
            <a href={to(kind)}>{tFrame(facts.title)}</a>
          </p>
          <h1 dir="auto">{name}</h1>
        </div>
        {record && (
          <div class="acts">
            {!isTrash && (
              <a class="button plain" href={record.url}>
                <Icon name="eye" />
                {t('publicPage')}
              </a>
            )}
            {mayChange && (
              <a class="button plain" href={to(`history/${kind}/${id}`)}>
                <Icon name="clock" />
                {tFrame('history')}
              </a>
            )}
            {mayChange && !isTrash && (
              <button class="plain" type="button" onClick={() => (merging.value = 'ask')}>
                {t('mergeWith')}
              </button>
            )}
            {mayChange && isTrash && (
              <button
                class="plain"
                type="button"
                onClick={() => void change({ status: 'publish' }, t('restored', { name }))}
              >
                <Icon name="undo" />
                {t('restoreIt')}
              </button>
            )}
            {loaded.value?.allow.includes('DELETE') && (
              <button
                class="quiet danger"
                type="button"
                onClick={() =>
                  void change({}, t(isTrash ? 'removed' : 'trashed', { name }), 'DELETE', isTrash)
                }
              >
                <Icon name="trash" />
                {isTrash ? tFrame('removeForGood') : tFrame('toTrash')}
              </button>
            )}
          </div>
        )}
      </div>
      <div class={id === undefined ? 'parts' : 'beside'}>
        <div class="stack">
          {isFound.value && (
            <div class="notice" role="status">
              <Icon name="undo" />
              <div>
                <p>{tFrame('keptHere')}</p>
                <p class="acts">
                  <button
                    class="plain"
                    type="button"
                    onClick={() => {
                      keep(kind, id, undefined)
                      isFound.value = false
                      form.value = loaded.value?.form ?? emptyForm(kind)
                      says.value = ''
                    }}
                  >
                    {tFrame('throwAway')}
                  </button>
                </p>
              </div>
            </div>
          )}
          {fault.value !== '' && (
            <div class="notice bad" role="alert">
              <Icon name="warning" />
              <p dir="auto">{fault.value}</p>
            </div>
          )}
          {mayChange &&
            pairs.value.map((pair) => (
              <div class="notice warn" key={other(pair)?.id}>
                <Icon name="warning" />
                <div>
                  <p dir="auto">
                    <b>{t('perhapsTwice', { name: other(pair)?.name ?? '' })}</b> {whyAlike(pair)}
                  </p>
                  <p class="acts">
                    <button class="plain" type="button" onClick={() => (merging.value = other(pair)?.id)}>
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
          <form
            class="parts"
            novalidate
            onSubmit={(event) => {
              event.preventDefault()
              void save()
            }}
          >
            <Part id="p-first" title={facts.isPlaced ? t('nameAndAddress') : tFrame('name')}>
              <Text
                field={{ name: facts.name, label: { frame: 'name' }, type: 'text' }}
                form={form.value}
                faults={faults.value}
                onSet={set}
                isReadOnly={!mayChange}
              />
              <Fields
                fields={facts.first}
                form={form.value}
                faults={faults.value}
                onSet={set}
                isReadOnly={!mayChange}
              />
            </Part>
            {facts.isPlaced && (
              <Position
                record={record}
                form={form.value}
                faults={faults.value}
                onSet={set}
                isReadOnly={!mayChange}
              />
            )}
            <Part id="p-about" title={t('about')}>
              {mayChange && (
                <div class="field">
                  <p class="label">{tFrame('text')}</p>
                  <Later
                    // Another one where another text has been put into the form.
                    key={`${isFound.value} ${loaded.value?.etag}`}
                    load={loadRichText}
                    with={{
                      id: 'p-description',
                      label: tFrame('text'),
                      html: form.peek()['description'] ?? '',
                      onChange: (html: string) => set('description', html),
                    }}
                  />
                </div>
              )}
              <Fields
                fields={facts.about}
                form={form.value}
                faults={faults.value}
                onSet={set}
                isReadOnly={!mayChange}
              />
            </Part>
            <PictureOf
              {...(record ? { record } : {})}
              form={form.value}
              faults={faults.value}
              onSet={set}
              isReadOnly={!mayChange}
            />
            {mayChange && (
              <div class="save-bar">
                <button class="big" type="submit">
                  {tFrame('save')}
                </button>
                <span class="saved" role="status">
                  {says.value}
                </span>
              </div>
            )}
          </form>
        </div>
        {id !== undefined && (
          <aside>
            <Events kind={kind} id={id} />
          </aside>
        )}
      </div>
      {merging.value !== undefined && loaded.value && (
        <MergePlaced
          kind={kind}
          stays={loaded.value}
          other={merging.value === 'ask' ? undefined : merging.value}
          onClose={() => (merging.value = undefined)}
          onDone={() => {
            merging.value = undefined
            go(to(kind))
          }}
        />
      )}
    </>
  )
}
