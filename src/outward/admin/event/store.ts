import { computed, signal } from '@preact/signals'
import { ask, Refusal } from '../api.ts'
import { faultText } from '../faults.ts'
import { type Draft, openDraft } from '../record/kept.ts'
import { merge } from '../record/merge.ts'
import type { EventRecord, Status } from '../records.ts'
import { rename, to } from '../route.ts'
import { mayPublish } from '../session.ts'
import { copyOf, differences, emptyForm, paramsOf } from './fields.ts'
import { type Field, type Form, onDay, withRule } from './form.ts'
import {
  type Intent,
  isDecided,
  isOfSeveral,
  isWork,
  savesItself,
  scopeOf,
  toSend,
  unseen,
} from './intent.ts'
import { isSame } from '../record/same.ts'
import { type Loaded, load } from './load.ts'
import type { Beginning, Conflict, Progress, Schedule } from './progress.ts'
import { saveTickets } from './tickets.save.ts'
import { tryOut } from './tryOut.ts'

/** How long typing rests before it is kept here, and before a draft is sent, in milliseconds. */
const [kept_ms, sent_ms] = [400, 3_000]

/** The editor of one event: what is typed, what the service has, and the way between them. */
export function createStore(givenId: number | undefined, { like, day, filling }: Beginning) {
  let id = givenId
  let [draft, told]: [Draft<Form>?, Form?] = []
  let isStopped = false
  let etag: string | undefined
  let seriesEtag: string | undefined
  let [keeping, sending]: ReturnType<typeof setTimeout>[] = []
  let isSending = false
  let saving: Promise<boolean> = Promise.resolve(true)
  const first = onDay(emptyForm(mayPublish() ? 'publish' : 'pending'), day)
  const form = signal<Form>(first)
  const base = signal<Form>(first)
  const record = signal<EventRecord | undefined>(undefined)
  const faults = signal<Readonly<Record<string, string>>>({})
  faults.subscribe(() => (told = form.peek()))
  const progress = signal<Progress>({ is: 'loading' })
  const conflict = signal<Conflict | undefined>(undefined)
  /** Whether the reader may only read the event. */
  const isReadOnly = signal(false)
  /** Whether dates of a series have to be chosen before it is saved. */
  const isAskingScope = signal(false)
  /** When what is shown was typed, if it was found in this browser; as ISO 8601. */
  const found = signal<string | undefined>(undefined)
  /** What the repetition gives, once that has been asked for. */
  const schedule = signal<Schedule | undefined>(undefined)
  /** Whether it was begun with the place of the reader’s last events. */
  const isUsual = signal(false)
  /** Grows when the text is replaced from outside of its editor. */
  const text = signal(0)
  const changed = computed(() => differences(base.value, form.value))

  const replace = (next: Form) => {
    if (next.description !== form.peek().description) text.value += 1
    form.value = next
  }

  const start = async () => {
    try {
      const source = id ?? like
      const [opened, loaded] = await Promise.all([
        draft ?? openDraft<Form>('event', id),
        source === undefined ? undefined : load(source),
      ])
      const isFirst = draft === undefined
      draft = opened
      if (isStopped) return draft.leave()
      if (loaded) {
        if (id !== undefined) {
          ;({ etag, seriesEtag } = loaded)
          record.value = loaded.record
          base.value = loaded.form
          isReadOnly.value = loaded.isReadOnly
          replace(toSend(loaded.form))
          if (loaded.isReadOnly) {
            draft.leave()
            progress.value = { is: 'clean' }
            return
          }
        } else {
          replace(copyOf(loaded.form, first))
        }
      }
      if (isFirst) restore()
      if (filling) replace(await filling.fill(form.peek()))
      progress.value = { is: isMore(changed.peek()) && id !== undefined ? 'kept' : 'clean' }
    } catch (error) {
      progress.value = { is: 'failed', why: faultText(error) }
    }
  }

  /** Brings back what was typed earlier and has not been saved. */
  const restore = () => {
    if (like !== undefined && id === undefined) return
    const kept = draft?.found
    if (!kept || !isMore(differences(base.peek(), { ...base.peek(), ...kept.form }))) return
    if (id !== undefined && kept.etag !== etag) {
      // The event has changed meanwhile: the same question as when both had been at it at once.
      ;({ etag } = kept)
      base.value = kept.base
    }
    replace({ ...first, ...kept.form })
    found.value = kept.at
  }

  const set = (change: Partial<Form>) => {
    form.value = { ...form.peek(), ...change }
    if (progress.peek().is !== 'saving') progress.value = { is: 'changed' }
    clearTimeout(keeping)
    keeping = setTimeout(keepHere, kept_ms)
    clearTimeout(sending)
    sending = setTimeout(() => void saveItself(), sent_ms)
  }

  const keepHere = () => {
    if (isReadOnly.peek() || !isMore(changed.peek())) return
    draft?.keep({ form: form.peek(), base: base.peek(), etag, at: new Date().toISOString() })
    if (progress.peek().is === 'changed') progress.value = { is: 'kept' }
  }

  const saveItself = async () => {
    if (isSending || conflict.peek() || !savesItself(form.peek(), record.peek()) || !hasMore()) return
    await save({ as: 'draft', isByItself: true })
  }

  /** Whether there is more to save than what it is to become. */
  const hasMore = () => isMore(changed.peek()) || id === undefined

  const isMore = (fields: readonly Field[]) =>
    isWork(fields, id === undefined || unseen.has(base.peek().status))

  /** Saves once what is being saved has been: answers whether it is. */
  const save = (intent: Intent): Promise<boolean> => {
    clearTimeout(sending)
    saving = saving.then(() => saveNow(intent))
    return saving
  }

  const saveNow = async (intent: Intent): Promise<boolean> => {
    const open = conflict.peek()
    if (open) {
      // What is to be chosen comes first.
      conflict.value = { ...open, next: intent }
      return false
    }
    // Tickets are those of one date anyway.
    const isOfDates = record.peek()?.series && changed.peek().some((field) => field !== 'tickets')
    if (intent.as === 'chosen' && isOfDates && intent.scope === undefined) {
      // A draft of a series is published, or sent, with all its dates, as its button says.
      if (isDecided(base.peek(), form.peek())) return saveNow({ ...intent, scope: 'all' })
      isAskingScope.value = true
      return false
    }
    isSending = true
    progress.value = { is: 'saving' }
    const sent = form.peek()
    try {
      await send(sent, intent)
      if (!intent.isByItself || told !== sent) faults.value = {}
      isAskingScope.value = false
      progress.value = { is: changed.peek().length > 0 && intent.as === 'chosen' ? 'changed' : 'saved' }
      return true
    } catch (error) {
      await notSaved(error, intent)
      return false
    } finally {
      isSending = false
    }
  }

  const send = async (sent: Form, intent: Intent) => {
    const status: Status = intent.as === 'draft' ? (record.peek()?.status ?? 'draft') : sent.status
    const wanted = { ...sent, status }
    const before = id
    let written: EventRecord | undefined
    if (before === undefined) {
      const all = paramsOf(wanted, differences(emptyForm('trash'), wanted))
      const { body } = await ask<EventRecord>('events', {
        method: 'POST',
        json: { ...withRule(all, wanted), ...paramsOf(wanted, ['when', 'status']) },
      })
      ;({ id } = written = body)
    } else {
      const change = differences(base.peek(), wanted)
      const json = { ...paramsOf(wanted, change), ...scopeOf(intent) }
      if (change.length > 0) {
        const { body } = await ask<EventRecord>(`events/${before}`, {
          method: 'POST',
          // What is of no series becomes one by its rule, and cannot lose one.
          json: record.peek()?.series ? json : withRule(json, wanted),
          ifMatch: isOfSeveral(intent) ? seriesEtag : etag,
        })
        written = body
        // Where this date has gone, another one of its series is answered.
        ;({ id } = body)
      }
    }
    if (intent.as === 'chosen' && filling) {
      await filling.saved(sent.image?.id !== base.peek().image?.id)
      // Accepting has changed it once more.
      written = undefined
    }
    if (id === undefined) return
    const made = await saveTickets(id, base.peek().tickets, sent.tickets, intent.as === 'draft')
    form.value = { ...form.peek(), tickets: made.named(form.peek().tickets) }
    if (made.isTouched) written = undefined
    const isTyping = await refresh({ ...sent, tickets: made.stored }, intent, written)
    draft?.forget()
    if (before !== id) {
      draft?.leave()
      draft = await openDraft('event', id)
      rename(to(`events/${id}`))
    }
    if (isTyping) keepHere()
    if (made.refused instanceof Error) throw made.refused
  }

  /** Reads the event as the service has it now; what was typed meanwhile stays: answers whether there is something. */
  const refresh = async (sent: Form, intent: Intent, written: EventRecord | undefined): Promise<boolean> => {
    if (id === undefined) return false
    const loaded = await load(id)
    const now = form.peek()
    const typed = differences(sent, now)
    if (written && typed.length > 0 && !isSame(written, loaded.record)) {
      // Somebody was faster than our reading: what was typed meanwhile is held against theirs.
      base.value = sent
      // A new event was of no version yet: this one names none that there is.
      etag ??= '"new"'
      contend(loaded, intent)
      return true
    }
    ;({ etag, seriesEtag } = loaded)
    const next: Record<string, unknown> = { ...loaded.form }
    for (const field of typed) next[field] = now[field]
    // What a draft is to become is not forgotten by saving it.
    if (intent.as === 'draft') Object.assign(next, { status: now.status, publishAt: now.publishAt })
    record.value = loaded.record
    base.value = loaded.form
    const same = loaded.form.description === sent.description
    if (same) form.value = next as unknown as Form
    else replace(next as unknown as Form)
    return typed.length > 0
  }

  const notSaved = async (error: unknown, intent: Intent) => {
    keepHere()
    if (error instanceof Refusal && error.status === 412 && id !== undefined) {
      contend(await load(id), intent)
      progress.value = { is: 'kept' }
      return
    }
    if (error instanceof Refusal && intent.as === 'chosen') {
      faults.value = error.fields
      isAskingScope.value = false
    }
    progress.value = { is: 'failed', why: faultText(error) }
  }

  /** Somebody else has changed the event: what only one of us changed is merged, the rest is to be chosen. */
  const contend = (loaded: Loaded, intent: Intent) => {
    const mine = form.peek()
    const { merged, open } = merge(base.peek(), mine, loaded.form)
    isAskingScope.value = false
    conflict.value = {
      mine,
      theirs: loaded.form,
      merged,
      open,
      etag: loaded.etag,
      seriesEtag: loaded.seriesEtag,
      next: intent,
    }
    record.value = loaded.record
  }

  /** Goes on after a conflict, with what was chosen. */
  const resolve = async (chosen: Form) => {
    const now = conflict.peek()
    if (!now) return
    conflict.value = undefined
    ;({ etag, seriesEtag } = now)
    base.value = now.theirs
    replace(chosen)
    if (now.open.length === 0 || changed.peek().length > 0) await save(now.next)
    else progress.value = { is: 'saved' }
  }

  const throwAway = () => {
    draft?.forget()
    found.value = undefined
    replace(base.peek())
    progress.value = { is: 'clean' }
    if (id !== undefined) void start()
  }

  /** The event is gone: nothing that was typed is kept for it. */
  const leave = () => {
    clearTimeout(keeping)
    clearTimeout(sending)
    draft?.forget()
    form.value = base.peek()
  }

  const stop = () => {
    isStopped = true
    clearTimeout(keeping)
    clearTimeout(sending)
    keepHere()
    draft?.leave()
  }

  return {
    form,
    base,
    record,
    faults,
    progress,
    conflict,
    isReadOnly,
    isAskingScope,
    found,
    schedule,
    text,
    changed,
    start,
    set,
    save,
    resolve,
    /** What a change would do to which dates; nothing is written. */
    tryOut: (of: Omit<Intent, 'as'>) => tryOut(id, { base: base.peek(), form: form.peek() }, of),
    throwAway,
    isUsual,
    leave,
    keepHere,
    stop,
    hasSeries: () => record.value?.series !== undefined,
  }
}

/** What the parts of the editor share. */
export type Store = ReturnType<typeof createStore>
