import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { ask, Refusal } from '../api.ts'
import { faultText } from '../faults.ts'
import { Icon } from '../icons.tsx'
import { Later } from '../lazyScreen.tsx'
import { go, to } from '../route.ts'
import { settle } from '../settle.ts'
import { t as tFrame } from '../texts.ts'
import { useTitle } from '../title.ts'
import { say } from '../toasts.tsx'
import { useAround } from './activity.ts'
import { Events, Past } from './upcomingEvents.tsx'
import { Checks, Fields, Part, Text } from './fields.tsx'
import { changesOf, emptyForm, type Form, keep, keptOf, load, type Loaded } from './form.ts'
import { PlacedHead } from './head.tsx'
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
  const merging = useSignal<number | 'ask' | undefined>(mergingIn(query))
  const pairs = useSignal<readonly Pair[]>([])
  const { record } = loaded.value ?? {}
  const around = useAround(kind, loaded.value)
  const like = id === undefined ? Number(query.get('like') ?? Number.NaN) : Number.NaN
  const likeName = useSignal('')
  useTitle(record ? nameOf(record) : tFrame(facts.newOne))
  useEffect(() => {
    if (id === undefined) {
      if (Number.isSafeInteger(like) && keptOf(kind, id) === undefined)
        void settle(
          load(kind, like),

          (found) => {
            likeName.value = nameOf(found.record)
            form.value = { ...found.form, [facts.name]: '' }
            document.getElementById(`p-${facts.name}`)?.focus()
          },
          (error: unknown) => {
            fault.value = faultText(error)
          },
        )
      return
    }
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
  const mayChange = id === undefined || (loaded.value?.allow.includes('POST') ?? false)
  if (id !== undefined && !loaded.value)
    return (
      <p role={fault.value === '' ? 'status' : 'alert'} dir="auto">
        {fault.value || tFrame('loading')}
      </p>
    )
  const other = (pair: Pair) => pair.records.find((one) => one.id !== id)
  return (
    <>
      <PlacedHead
        facts={facts}
        record={record}
        around={around}
        onMerge={() => (merging.value = 'ask')}
        onDone={() => go(to(kind))}
      />
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
            {likeName.value !== '' && (
              <p class="hint" dir="auto">
                {t('likeOther', { name: likeName.value })}
              </p>
            )}
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
                    key={`${isFound.value} ${loaded.value?.etag} ${likeName.value}`}
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
              <Checks
                legend={t('gettingIn')}
                names={facts.access}
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
            {around.coming && <Events kind={kind} id={id} coming={around.coming} />}
            {record && around.past && <Past kind={kind} id={id} name={nameOf(record)} acts={around.past} />}
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

/** Whether a merge is asked for, and with which one. */
function mergingIn(query: URLSearchParams): number | 'ask' | undefined {
  const asked = query.get('merge')
  return asked === 'ask' ? asked : Number(asked ?? Number.NaN) || undefined
}
