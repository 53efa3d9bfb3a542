import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { faultText } from '../faults.ts'
import { useRead } from '../kit/read.ts'
import { Later, Loading, RichRoom } from '../lazyScreen.tsx'
import { Failed, Field } from '../parts.tsx'
import { Clashing } from '../record/clashing.tsx'
import { Found } from '../record/found.tsx'
import { ProgressLine } from '../record/progress.tsx'
import { settle } from '../settle.ts'
import { numberText, plain, t as frame } from '../texts.ts'
import { useTitle } from '../title.ts'
import { say, sayFault } from '../toasts.tsx'
import { useAct } from '../act.ts'
import { t as common } from '../common/texts.ts'
import { type Letter, type LetterList, readLists, stopLetter, testLetter } from './asks.ts'
import { letterName, State } from './columns.tsx'
import { NoMail } from './letters.tsx'
import { PickedEvents } from './picking.tsx'
import { MailPreview } from './preview.tsx'
import { SendDialog } from './sending.tsx'
import { t } from './texts.ts'
import { type Form, look, type Store, useLetter, useMail } from './writing.ts'

const loadRichText = () => import('../rich/rich.tsx').then(({ RichText }) => RichText)

/** How many characters a subject has at most, as the service takes it. */
const longestSubject = 150

/** How often it is read again how far a letter is, in milliseconds. */
const lookEvery_ms = 2_000

/** A letter: what is written, beside the mail that it makes. */
export function LetterEditor({ id }: { readonly id: number }) {
  const element = useRef<HTMLFormElement>(null)
  const lists = useRead(readLists, [], sayFault)
  const store = useLetter(id, element)
  const isSending = useSignal(false)
  const isShown = useSignal(false)
  const { value: stored } = store.stored
  const record = stored?.record
  const state = record?.state ?? 'draft'
  useTitle(record ? letterName(record) : frame('letters'))
  const isGoing = state === 'sending' || state === 'scheduled'
  useEffect(() => {
    if (!isGoing) return undefined
    const timer = setInterval(() => void look(id, store), lookEvery_ms)
    return () => clearInterval(timer)
  }, [isGoing])
  const { mail, leftOut } = useMail(id, store.form.value, record !== undefined)
  const fault = store.faults.value[''] ?? ''
  if (!record && fault === '') return <Loading />
  if (!record)
    return <Failed fault={fault} isRefused={store.isRefused.value} onAgain={() => void store.start()} />
  const list = lists.value?.find((one) => one.id === store.form.value.list)
  return (
    <>
      <div class="head">
        <div>
          <h1 dir="auto">{letterName(record)}</h1>
          <p>
            <State letter={record} />
          </p>
        </div>
        {!isShown.value && (
          <button class="plain only-narrow" type="button" onClick={() => (isShown.value = true)}>
            {frame('preview')}
          </button>
        )}
      </div>
      <NoMail />
      <div class={isShown.value ? 'letter-editor shown' : 'letter-editor'}>
        <form
          ref={element}
          class="parts"
          novalidate
          onSubmit={(event) => {
            event.preventDefault()
            void store.save()
          }}
        >
          <Found at={store.found} onThrowAway={store.throwAway} />
          {fault !== '' && (
            <p class="fault" role="alert" dir="auto">
              {fault}
            </p>
          )}
          {state === 'draft' || state === 'scheduled' ? (
            <Fields store={store} lists={lists.value ?? []} leftOut={leftOut} />
          ) : (
            <Counts letter={record} />
          )}
          <Foot
            store={store}
            letter={record}
            onSend={() => void store.save().then((saved) => (isSending.value = saved !== undefined))}
          />
        </form>
        <div class="letter-preview">
          {isShown.value && (
            <button class="plain" type="button" onClick={() => (isShown.value = false)}>
              {frame('close')}
            </button>
          )}
          <MailPreview mail={mail} />
        </div>
      </div>
      <Clashing store={store} described={described} />
      {isSending.value && list && (
        <SendDialog
          letter={record}
          list={list}
          onClose={() => (isSending.value = false)}
          onDone={(sent, isNow) => {
            isSending.value = false
            void look(id, store)
            say(
              t(isNow ? 'goesNow' : 'goesLater', { list: list.name }),
              () =>
                void settle(
                  stopLetter(sent.id),
                  () => void look(id, store),
                  (error) => sayFault(faultText(error)),
                ),
              t('takeBack'),
            )
          }}
        />
      )}
    </>
  )
}

const described = {
  name: (field: keyof Form) => names()[field],
  text: (field: keyof Form, form: Form) => (field === 'intro' ? plain(form.intro) : String(form[field])),
}

function names(): Readonly<Record<keyof Form, string>> {
  return {
    list: t('list'),
    subject: common('subject'),
    intro: frame('text'),
    events: frame('events'),
    expires_hours: t('giveUp'),
  }
}

function Fields(props: {
  readonly store: Store
  readonly lists: readonly LetterList[]
  readonly leftOut: readonly number[]
}) {
  const { store, lists, leftOut } = props
  const { list, subject, events, expires_hours } = store.form.value
  const faults = store.faults.value
  return (
    <section class="part">
      <Field label={t('list')} fault={faults['list']}>
        {(tied) => (
          <select
            {...tied}
            value={String(list)}
            onChange={({ currentTarget }) => store.set({ list: Number(currentTarget.value) })}
          >
            {lists.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field
        label={common('subject')}
        hint={t('ofAll', { count: numberText([...subject].length), all: numberText(longestSubject) })}
        fault={faults['subject']}
      >
        {(tied) => (
          <input
            {...tied}
            dir="auto"
            maxLength={longestSubject}
            value={subject}
            onInput={({ currentTarget }) => store.set({ subject: currentTarget.value })}
          />
        )}
      </Field>
      <div class="field">
        <p class="label">{frame('text')}</p>
        <Later
          key={store.replaced.value['intro']}
          load={loadRichText}
          meanwhile={<RichRoom />}
          with={{
            id: 'l-intro',
            label: frame('text'),
            html: store.form.peek().intro,
            onChange: (intro: string) => store.set({ intro }),
            isWithoutPictures: true,
          }}
        />
      </div>
      <div class="field">
        <label class="label" for="l-events">
          {frame('events')}
        </label>
        <PickedEvents ids={events} leftOut={leftOut} onIds={(ids) => store.set({ events: ids })} />
      </div>
      <Field label={t('giveUp')} hint={t('giveUpHint')} fault={faults['expires_hours']}>
        {(tied) => (
          <input
            {...tied}
            type="number"
            min={1}
            max={72}
            value={expires_hours}
            onInput={({ currentTarget }) => store.set({ expires_hours: Number(currentTarget.value) })}
          />
        )}
      </Field>
    </section>
  )
}

/** How it went. */
function Counts({ letter: { counts } }: { readonly letter: Letter }) {
  const all = [
    [t('recipients'), counts.recipients],
    [t('given'), counts.sent],
    [t('waiting'), counts.waiting],
    [t('refused'), counts.refused],
    [t('late'), counts.late],
  ] as const
  return (
    <section class="part">
      <dl class="letter-counts">
        {all.map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{numberText(count)}</dd>
          </div>
        ))}
      </dl>
      <p class="hint">{t('neverOpened')}</p>
    </section>
  )
}

function Foot(props: { readonly store: Store; readonly letter: Letter; readonly onSend: () => void }) {
  const { store, letter, onSend } = props
  const { act } = useAct()
  const isOpen = letter.state === 'draft' || letter.state === 'scheduled'
  const stop = () =>
    act(
      () => stopLetter(letter.id),
      ({ state }) => {
        say(t(state === 'draft' ? 'takenBack' : 'isStopped'))
        void look(letter.id, store)
      },
    )
  return (
    <div class="save-bar">
      {isOpen && (
        <button class="plain" type="submit" aria-keyshortcuts="Control+S">
          {frame('save')}
        </button>
      )}
      {isOpen && (
        <button
          class="plain"
          type="button"
          onClick={() =>
            act(
              async () => {
                const saved = await store.save()
                return saved && testLetter(letter.id)
              },
              (to) => to !== undefined && say(t('sentToMe', { address: to })),
            )
          }
        >
          {t('sendToMe')}
        </button>
      )}
      {letter.state === 'draft' && (
        <button class="big" type="button" onClick={onSend}>
          {t('send')}
        </button>
      )}
      {(letter.state === 'scheduled' || letter.state === 'sending') && (
        <button class="big" type="button" onClick={stop}>
          {letter.state === 'scheduled' ? t('takeBack') : t('stop')}
        </button>
      )}
      <ProgressLine is={store.progress.value} />
    </div>
  )
}
